/** Messages with several places of which one is meant, by what is said around each. No country is given. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';
import { meantBlockIn } from './meant-block.ts';

const read = (text: string) => readAddress(text)[0];

describe('of several places the one that the parcel goes to', () => {
  it.each([
    // Once and now.
    [
      '上次你送咗去荃灣沙咀道52號3樓阿媽度(2411 8890)佢出咗街,今次送去我公司:觀塘鴻圖道9號4樓 何嘉莉 9331 2074',
      '鴻圖道9號4樓',
      '+85293312074',
    ],
    [
      '唔好再送去旺角花園街88號地下,嗰邊執咗笠。新舖:深水埗福華街12號地下 鄧偉明 6018 2234',
      '福華街12號地下',
      '+85260182234',
    ],
    // Where it is fetched and where it goes.
    [
      '取件:台北市大安區信義路四段10號 好味餅店 02-27001234\n送達:台北市中山區南京東路二段25號5樓 林淑芬 0912-660-318',
      '南京東路二段25號5樓',
      '+886912660318',
    ],
    [
      '集荷:千代田区神田錦町3-6 佐藤文具(03-3291-0000)、配達:文京区本郷2-19-10 佐々木 剛志 090-9004-1122',
      '本郷2-19-10',
      '+819090041122',
    ],
    [
      '출발지 서울 중구 퇴계로 12 대한인쇄 (02-2267-0000), 도착지 서울 은평구 통일로 415 3층 박지윤 010-7316-0001',
      '통일로 415 3층',
      '+821073160001',
    ],
    // Who writes and for whom it is.
    [
      '我是台中市西區民生路20號的老林 0935-116-000,麻煩幫我送到基隆市仁愛區愛三路9號3樓 陳慧珊 0918-550-111',
      '愛三路9號3樓',
      '+886918550111',
    ],
    [
      '請求書:札幌市中央区北1条西7-3 (株)北灯 011-221-0000\n納品:札幌市豊平区平岸3-70 受取 高橋 剛 080-1895-0001',
      '平岸3-70',
      '+818018950001',
    ],
    [
      '거기(서울 동작구 상도로 30 과방) 말고 본가로요. 전북 군산시 구영7길 18-4, 박해찬, 010-4092-0001',
      '구영7길 18-4',
      '+821040920001',
    ],
    // Portuguese and English of the east.
    [
      'NÃO entregar na loja da Rua da Palha, 8 (2835 0000). Entregar em casa: Avenida do Almirante Lacerda, 12, 3 andar B, Macau, Rui Pinto, 6605 1234',
      'Avenida do Almirante Lacerda, 12, 3 andar B',
      '+85366051234',
    ],
  ])('%s', (text, house, phone) => {
    expect(read(text).detail.endsWith(house)).toBe(true);
    expect(read(text).phone).toBe(phone);
  });

  it.each([
    // One place alone, a place of which nothing is said beside the other, and words that speak of no place.
    '麻煩送去觀塘鴻圖道9號 寶康大廈4樓 何嘉莉 9331 2074',
    '台北市大安區信義路四段10號,忠孝東路一段2號轉角 林淑芬 0912-660-318',
    '我搬咗屋,新電話 6018 2234,荃灣沙咀道52號',
    '大阪市北区堂島浜1-4-19 から 徒歩3分',
    '서울 은평구 통일로 415 3층 박지윤',
  ])('stays silent: %s', (text) => {
    expect(meantBlockIn(text)).toBeUndefined();
  });
});
