/** Firms and schools in a house: their whole names, their departments, and what is no part of them. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

const read = (text: string) => readAddress(text)[0];

describe('firms in a house', () => {
  it('are named as a whole, with the place in brackets where they are registered', () => {
    expect(
      read('昆山市玉山镇晨丰路262号 昆山鼎鑫精密（苏州）有限公司 研发中心 顾小姐 0512-57330088-612'),
    ).toMatchObject({
      company: '昆山鼎鑫精密(苏州)有限公司',
      detail: '玉山镇晨丰路262号昆山鼎鑫精密(苏州)有限公司研发中心',
    });
    expect(read('厦门市思明区望海路19号 厦门亿森网络(集团)有限公司 陈思 13950000010').company).toBe(
      '厦门亿森网络(集团)有限公司',
    );
    expect(
      read('亲，麻烦快点哈 河北省廊坊市霸州市胜芳镇芳津道88号路北津胜渔具批发部 尹大海13832600177').detail,
    ).toBe('胜芳镇芳津道88号路北津胜渔具批发部');
  });

  it('have their department behind them', () => {
    expect(
      read('山东省滨州市惠民县孙武街道乐安大街77号山东鲁北机电设备有限公司仓储部赵国强15266780011'),
    ).toMatchObject({ name: '赵国强', detail: '孙武街道乐安大街77号山东鲁北机电设备有限公司仓储部' });
    expect(
      read(
        '收货单位：台州海纳船舶配件有限公司（质检科）\n地址：浙江省台州市椒江区外沙路19号\n电话：13905760088\n联系人：阮立',
      ).detail,
    ).toBe('外沙路19号台州海纳船舶配件有限公司(质检科)');
  });

  it('have the department that a form or a message names beside them', () => {
    expect(
      read(
        '地址：云南省大理州宾川县金牛镇金叶路6号\n单位：宾川县农业局\n部门：办公室\n经办人：杨朝\n手机：13905760011',
      ),
    ).toMatchObject({ name: '杨朝', company: '宾川县农业局', detail: '金牛镇金叶路6号宾川县农业局办公室' });
    expect(
      read(
        '收件地址 吉林省四平市铁西区站前街道英雄大路72号 收件公司 四平松原乳业有限公司 收件部门 品控科 收件人 佟立 收件电话 0434-3279130',
      ),
    ).toMatchObject({
      name: '佟立',
      company: '四平松原乳业有限公司',
      detail: '站前街道英雄大路72号四平松原乳业有限公司品控科',
    });
    expect(read('苏州市姑苏区人民路328号3层，苏州青桐软件有限公司，行政 何路，13905760012').detail).toBe(
      '人民路328号3层,苏州青桐软件有限公司,行政',
    );
    expect(read('苏州市姑苏区人民路328号3栋401，行政 何路，13905760012').detail).toBe('人民路328号3栋401');
  });

  it('are followed by nobody that is taken for a department', () => {
    expect(read('江苏省泰州市海陵区青年路66号泰州春兰电子有限公司科志强13852600177')).toMatchObject({
      detail: '青年路66号泰州春兰电子有限公司',
    });
  });

  it('keep the city that they are called by, though it was said before', () => {
    expect(read('四川省眉山市东坡区三苏镇鸭池村4组 眉山市橘香柑橘专业合作社 李成 13568230971').detail).toBe(
      '三苏镇鸭池村4组眉山市橘香柑橘专业合作社',
    );
    expect(read('甘肃省平凉市崆峒区西大街88号 平凉市晨光书店二楼,火玉兰 15293317086').detail).toBe(
      '西大街88号平凉市晨光书店二楼',
    );
    expect(read('姓名 付晓 手机 18741329076 地区 辽宁省抚顺市顺城区 地址 新城路中段48号').detail).toBe(
      '新城路中段48号',
    );
  });

  it('may be a campus, its building and its room', () => {
    expect(
      read('湖南省长沙市岳麓区麓山南路932号 中南大学（新校区）升华公寓 217 寝室，易安，13787231100').detail,
    ).toBe('麓山南路932号中南大学(新校区)升华公寓217寝室');
  });
});
