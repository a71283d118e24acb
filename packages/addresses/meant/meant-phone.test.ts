/** Messages with several phones that say which is to be rung. No country is given. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';
import { calledPhoneIn } from './meant-phone.ts';

const phoneOf = (text: string): string => readAddress(text)[0].phone;

describe('of several phones the one that is to be rung', () => {
  it.each([
    ['荃灣沙咀道52號3樓 何伯。佢部 9602 1188 成日冇電,舖頭 2411 4406 有人聽', '+85224114406'],
    [
      '台南市東區崇明路88號 收件 林阿雪。阿嬤手機0933-018-111沒開機,請打我(孫子)0978-602-222',
      '+886978602222',
    ],
    [
      '高雄市三民區建工路8號 收件人 Tom Lee。0906-551-111 是我先生的他不會中文,請打我自己 0984-209-222',
      '+886984209222',
    ],
    [
      '青森県弘前市本町12 工藤ハル。家電 0172-33-1111 は鳴らしても気づきません。叔父 080-6642-2222 にかけてもらうのが早いです。',
      '+818066422222',
    ],
    [
      '岐阜県岐阜市本町5-2 高橋 清です。自宅 058-265-1111 は犬しか居りません。役場の 058-267-2222、内線 31 へお願いします。',
      '+81582672222-31',
    ],
    [
      '삼척시 중앙로 44 2층 박순희 앞. 010-5594-1111은 보내는 아들 번호예요. 033-573-2222로 전화 주세요',
      '+82335732222',
    ],
    [
      'Flat 4A, 25 Ping Lan Street, Ap Lei Chau, Hong Kong. Sunita Rai. Her number 9177 1111 is out of credit, so please use her husband Ram: 5630 2222',
      '+85256302222',
    ],
    [
      'Imogen Hall, 11F, No. 4, Sec. 1, Zhongxiao W. Rd., Zhongzheng District, Taipei 100, ext 207 on 02-2311-6690',
      '+886223116690-207',
    ],
    [
      '宁波市鄞州区百丈街道中兴路68号3幢702，手机一 15900031111（已换），手机二 15900032222（现用），周莹',
      '15900032222',
    ],
    ['邯郸市丛台区中华北大街9号2单元301 申丽，号码改一下 旧：15900031111 新：15900032222', '15900032222'],
    [
      '我叫骆平，石家庄桥西区新石北路88号4单元201。手机15900031111这几天在山里没信号；我媳妇15900030000白天上课不方便；快递直接联系我岳母，15900032222，她全天在家',
      '15900032222',
    ],
    [
      '嘉兴海盐武原街道新桥花园6幢201，沈阿珍，座机 0573 86112222，有事再找我(孙子)15900031111',
      '0573-86112222',
    ],
  ])('%s', (text, phone) => {
    expect(phoneOf(text)).toBe(phone);
  });

  it.each([
    // A number for the case alone, and two of which nothing is said.
    '蔣蓉 6217 1111,打唔通打我老公 9017 2222 荃灣沙咀道52號',
    '江苏南通崇川区工农路1号,解放,13862931111,不通打0513-85291111',
    '家裡電話 08-832-1111,打我叔叔也可以 0911-703-222',
    '携帯 090-1111-2222 / 自宅 03-1111-2222',
    '宁波市鄞州区中兴路68号 周莹 15900031111（常州口音） 15900032222（微信）',
    '原来就在邯郸丛台区中华北大街9号，申丽 15900031111 15900032222',
    'Dock phone 515-555-0108 (do NOT call the main switchboard 515-555-0100)',
  ])('stays silent: %s', (text) => {
    expect(calledPhoneIn(text)).toBeUndefined();
  });
});
