/** Addresses of the mainland from the room to the city, in two scripts by turns; those from the province down stay with their reader. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

const read = (text: string) => readAddress(text)[0];

describe('from the room to the city in two scripts', () => {
  it.each([
    [
      'Attn: 周文博\nUnit 1203, Block C, 绿地中央广场\n88 Hongcheng Road\nHonggutan District, Nanchang, Jiangxi 330038\n13907910022',
      {
        name: '周文博',
        province: '江西省',
        city: '南昌市',
        district: '红谷滩区',
        postcode: '330038',
        phone: '13907910022',
        detail: 'Unit 1203, Block C, 绿地中央广场, 88 Hongcheng Road',
      },
    ],
    [
      'Hello pls ship to Rm 305, 中环大厦, 长安北路14号, 碑林区, Xi’an, 陕西 710061. 收件人：贺琳 Linda, mobile 139 0000 1111 thx',
      { name: '贺琳', city: '西安市', district: '碑林区', detail: 'Rm 305, 中环大厦, 长安北路14号' },
    ],
    [
      'Recipient: Daniel Wu (吴丹尼) / Tel: 18600010002 / Address: Floor 6, Building 9, Jinqiao Software Park, No. 27 Xinjinqiao Road, Pudong New Area, Shanghai 上海市浦东新区',
      { name: 'Daniel Wu (吴丹尼)', city: '上海市', district: '浦东新区', phone: '18600010002' },
    ],
  ])('%s', (text, answer) => expect(read(text)).toMatchObject(answer));

  it('leaves a house in Latin letters behind Chinese divisions where it stands', () => {
    expect(read('上海市徐汇区漕溪北路45号 Tower B 18楼 Room 1806 沈佳 13800001111')).toMatchObject({
      name: '沈佳',
      detail: '漕溪北路45号Tower B 18楼Room 1806',
    });
  });

  it('takes no city out of the name of a university', () => {
    expect(
      read(
        'Li Hua, Dept. of Chemistry, Hunan University, 2 Lushan South Road, Yuelu District, Changsha 410082, Hunan, China',
      ).detail,
    ).toContain('Hunan University');
  });
});
