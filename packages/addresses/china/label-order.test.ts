import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

const read = (text: string) => readAddress(text)[0];

describe('a house in the order of a label', () => {
  it('has its town and road first, wherever the message has them', () => {
    const wanted = '徽州大道湖滨世纪城丁香苑11-2-1502';
    expect(read('湖滨世纪城丁香苑 11-2-1502，合肥包河区徽州大道，收件 俞小鱼，15155907713')).toMatchObject({
      district: '包河区',
      detail: wanted,
    });
    expect(
      read('恒大御景半岛 西区 6栋1203\n岳阳市岳阳楼区 奇家岭街道 求索路\n易水寒 19918023304'),
    ).toMatchObject({
      detail: '奇家岭街道求索路恒大御景半岛西区6栋1203',
    });
  });

  it('has a class, an office and a firm behind the house', () => {
    expect(
      read(
        '收货方：临沂市第六中学高二(3)班\n学生：解雨桐\n地址：山东省临沂市兰山区金雀山街道考棚街6号\nTel：13793951482',
      ).detail,
    ).toBe('金雀山街道考棚街6号临沂市第六中学高二(3)班');
    expect(
      read('苏州锐欣精密模具有限公司 顾建明 苏州吴中区胥口镇繁丰路518号2号厂房 13912345678').detail,
    ).toBe('胥口镇繁丰路518号2号厂房苏州锐欣精密模具有限公司');
  });

  it('is as it was written where it has its road already', () => {
    expect(read('人民路12号3栋402 浙江省嘉兴市海宁市许村镇 王芳 13812345678').detail).toContain('人民路12号');
    expect(read('王芳 13812345678 杭州市西湖区文三路90号 东软大厦A座').detail).toBe('文三路90号东软大厦A座');
  });

  it('has no remark on what a division was called, and none of its name', () => {
    expect(read('乐山 峨边 彝族自治县 沙坪镇 滨河路 78号 阿苏日呷 18990667120')).toMatchObject({
      district: '峨边彝族自治县',
      detail: '沙坪镇滨河路78号',
    });
    expect(
      read('新疆米泉市 (现乌鲁木齐市米东区) 古牧地镇 古牧地东路 88 号 茹仙古丽 13999166503'),
    ).toMatchObject({
      district: '米东区',
      detail: '古牧地镇古牧地东路88号',
    });
    expect(read('快递分拣在马鞍山 本人住当涂 姑孰镇 提署路19号 印小波 18255518844')).toMatchObject({
      city: '马鞍山市',
      district: '当涂县',
    });
  });
});
