/** Places, digits and parts of Chinese messages that are said anew; messages that only look like it stay as they are. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

const read = (text: string) => readAddress(text)[0];

describe('a whole place that is said anew', () => {
  it.each([
    [
      '李云霞 13934560012 山西省大同市平城区御河西路77号，等等写错了，现在搬到云冈区平泉路19号锦绣园4栋2单元701了',
      { name: '李云霞', city: '大同市', district: '云冈区', detail: '平泉路19号锦绣园4栋2单元701' },
    ],
    [
      '收件人韩冬 13840012233 辽宁省大连市沙河口区西安路86号，哎不对，那是我公司，寄到家里：甘井子区泉水街道千山路12号3单元501',
      { name: '韩冬', district: '甘井子区', detail: '泉水街道千山路12号3单元501' },
    ],
    [
      '寄山东省烟台市芝罘区南大街118号…啊不，改寄莱山区迎春大街163号佳世客西邻3号楼1101吧，于洋，15863812290',
      { name: '于洋', district: '莱山区', detail: '迎春大街163号佳世客西邻3号楼1101' },
    ],
    [
      '河北省唐山市路南区新华东道100号，算了，还是寄公司：唐山市路北区建设北路152号天元大厦9层，孟晓彤，18931500621',
      { district: '路北区', detail: '建设北路152号天元大厦9层' },
    ],
  ])('%s', (text, answer) => expect(read(text)).toMatchObject(answer));

  it('takes nothing back where only a part or nothing at all is said anew', () => {
    expect(
      read('浙江省绍兴市越城区解放大道655号3幢1201 陈佳 13957500182 不是柯桥区的，别填错了'),
    ).toMatchObject({ district: '越城区', detail: '解放大道655号3幢1201' });
    expect(read('不好意思，请寄到云南省玉溪市红塔区玉兴路12号7栋402 白雪 13887700265')).toMatchObject({
      district: '红塔区',
      detail: '玉兴路12号7栋402',
    });
  });
});

describe('one of several places', () => {
  it.each([
    [
      '地址1：湖南省长沙市天心区书院路9号（老房子，别发了）\n地址2：湖南省长沙市岳麓区麓谷街道桐梓坡路208号5栋1203 何苗 13787001122',
      { district: '岳麓区', detail: '麓谷街道桐梓坡路208号5栋1203', name: '何苗' },
    ],
    [
      '地址一：南宁市青秀区民族大道88号，地址二：南宁市良庆区凯旋路15号绿地中心7号楼1602，这次寄地址二，韦小莲 13877100345',
      { district: '良庆区', name: '韦小莲' },
    ],
    [
      '第一个包裹寄给我姐：潍坊市奎文区东风东街88号，王丽 13853600011，已发。第二个包裹寄给我：济南市历下区经十路1号3号楼502，王敏 15853100022',
      { city: '济南市', name: '王敏', phone: '15853100022' },
    ],
  ])('%s', (text, answer) => expect(read(text)).toMatchObject(answer));

  it('needs two labels, and a word that tells', () => {
    expect(read('周末别发，工作日再发。云南省玉溪市红塔区玉兴路12号7栋402 白雪 13887700265')).toMatchObject({
      detail: '玉兴路12号7栋402',
    });
    expect(read('第一个路口右转，第二个门，四川省绵阳市涪城区临园路东段72号 魏东 13990100234')).toMatchObject(
      {
        district: '涪城区',
        name: '魏东',
      },
    );
  });
});

describe('what was given up', () => {
  it.each([
    [
      '吉林省吉林市船营区解放中路66号 董洋 13843200004（楼上那个地址作废，用新的：吉林市昌邑区通潭大路23号4单元701）',
      { name: '董洋', phone: '13843200004', district: '昌邑区', detail: '通潭大路23号4单元701' },
    ],
    [
      '地址：湖北省荆门市东宝区象山大道18号 周琴 13597900003\n刚才的电话不用了，用这个 13597900033',
      { name: '周琴', phone: '13597900033' },
    ],
  ])('%s', (text, answer) => expect(read(text)).toMatchObject(answer));

  it('is nothing where two phones are only told', () => {
    expect(read('荆门市东宝区象山大道18号 周琴 13597900003，刚才的电话没接到，13597900033 也行').phone).toBe(
      '13597900003',
    );
  });
});

describe('digits that are said anew', () => {
  it.each([
    [
      '电话15236780912，名字马晓军，写错一个数，电话最后两位应该是21，河南省洛阳市西工区中州中路3号院6号楼802',
      { phone: '15236780921', detail: '中州中路3号院6号楼802' },
    ],
    [
      '张慧 15900000008 河北省秦皇岛市海港区河北大街中段99号…等等，是89号，2栋301',
      { detail: '河北大街中段89号,2栋301' },
    ],
    [
      '内蒙古包头市昆都仑区钢铁大街33号，刘威，13904720911。手机号不对，第四位是8不是0',
      { phone: '13984720911' },
    ],
    [
      '13305410087 孔凡德 山东省济宁市任城区红星东路45号3号楼1单元402 对不起门牌写错了，门牌号是54号，单元是2单元',
      { detail: '红星东路54号3号楼2单元402' },
    ],
    [
      '温州市鹿城区五马街道公园路30号2幢902，钱多多，13705867400\n打错了，是瓯海区，不是鹿城;还有房号是1902',
      { district: '瓯海区', detail: '五马街道公园路30号2幢1902' },
    ],
  ])('%s', (text, answer) => expect(read(text)).toMatchObject(answer));

  it.each([
    [
      '杭州市滨江区长河街道江南大道88号恒大厦1806，唉，房号也写反了，1608。收货人俞远 13900040001',
      { detail: '长河街道江南大道88号恒大厦1608' },
    ],
    [
      '湖南湘西吉首市乾州街道，人民南路，不是人民北路哦，92号。收件人石老三？不写老三，写身份证上的石昌文。13900040008',
      { name: '石昌文', detail: '乾州街道,人民南路92号' },
    ],
    [
      '杭州市滨江区长河街道江南大道88号1806，房号写反了没关系，门牌1907也能收。收货人俞远 13900040001',
      { detail: '长河街道江南大道88号1806' },
    ],
  ])('%s', (text, answer) => expect(read(text)).toMatchObject(answer));

  it('changes nothing where nothing was wrong', () => {
    expect(
      read('订单后四位是3302，江苏省南通市崇川区工农路66号 丁一 13862901177，手机尾号是1177的那个'),
    ).toMatchObject({ phone: '13862901177', detail: '工农路66号' });
  });
});
