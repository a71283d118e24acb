/** Of two places of which nothing says which one counts, the one told of last is read; the other is left over, whole. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

const read = (text: string) => readAddress(text)[0];

describe('a place that is told of later', () => {
  it('is the one that counts, and the first is left over', () => {
    const text =
      '身份证上 湖北省孝感市应城市城中街道古城大道21号。人在 江苏省南通市如皋市如城街道福寿路88号3幢502，季春晖 13912345670';
    const got = read(text);
    expect(got).toMatchObject({
      name: '季春晖',
      province: '江苏省',
      city: '南通市',
      district: '如皋市',
      detail: '如城街道福寿路88号3幢502',
    });
    expect(got.leftover.map((part) => part.text).join(' ')).toContain('城中街道古城大道21号');
  });

  it('is read where the first has a town and no house, too', () => {
    const got = read(
      '档案挂在贵州省毕节市织金县桂果镇，人过来了云南省昆明市五华区龙翔街道学府路66号2栋301 马晓宇 13987654321',
    );
    expect(got).toMatchObject({ province: '云南省', district: '五华区', detail: '龙翔街道学府路66号2栋301' });
    expect(got.confidence).toBeLessThanOrEqual(0.7);
  });

  it('leaves a house before it to the sender of the other place', () => {
    const got = read(
      '出货 佛山南海区大沥镇长虹岭工业园 小廖 13711112222\n————\n买家：潘志成\n买家手机：13877778888\n买家地址：柳州市鱼峰区五里亭街道龙屯路100号3栋7号',
    );
    expect(got).toMatchObject({ city: '柳州市', district: '鱼峰区', detail: '五里亭街道龙屯路100号3栋7号' });
    expect(got.leftover.map((part) => part.text).join(' ')).toContain('大沥镇长虹岭工业园');
  });

  it.each([
    ['上海市黄浦区南京东路街道南京东路300号5楼 顾一鸣 13800001111', '南京东路街道南京东路300号5楼'],
    [
      '重庆市渝中区解放碑街道民权路28号成都市商会二楼201 何平 13800001112',
      '解放碑街道民权路28号成都市商会二楼201',
    ],
    [
      '浙江省杭州市上城区解放路12号绍兴市越城区黄酒集团有限公司3楼 方晴 13800001113',
      '解放路12号绍兴市越城区黄酒集团有限公司3楼',
    ],
    ['广东省广州市天河区石牌街道天河路208号 林海 13800001114', '石牌街道天河路208号'],
    ['天津市和平区西安道街道西安道24号3门 佟丽 13800001115', '西安道街道西安道24号3门'],
  ])('is none where a road or a firm has the name of a place: %s', (text, detail) => {
    expect(read(text).detail).toBe(detail);
  });
});
