/** Numbers that somebody says anew in Chinese, Japanese and Korean. No country is given. */
import { describe, expect, test } from 'vitest';
import { readAddress } from '../parse-address.ts';

const read = (text: string) => readAddress(text)[0];

describe('a number that is said anew', () => {
  test.each([
    [
      '我慢慢講喔，台南市東區崇明路，三百零七號，啊不對，三百一十七號，六樓之二。我姓龔，龔芷妍。手機零九五三，六六一，二零七',
      { name: '龔芷妍', phone: '+886953661207', detail: '崇明路317號6樓之2' },
    ],
    [
      '주소 불러 드릴게요. 충청남도 아산시 온천대로 백오십이, 아니다 백오십삼이요. 한솔아파트 백일동 천사호. 이름은 맹가을, 전화는 공일공 사사칠삼 공공구이',
      { name: '맹가을', phone: '+821044730092', detail: '온천대로 153, 한솔아파트 101동 1004호' },
    ],
    [
      'えーと、千葉県柏市豊四季、五丁目二十二番、あ違う、二十三番九号。建物はハイツ森、二〇五号室。郵便番号は二七七ハイフン〇八六三。石川まこと。電話は〇八〇の四四一九の七〇六二です',
      { name: '石川まこと', postcode: '277-0863', detail: '豊四季, 5丁目23番9号, ハイツ森, 205号室' },
    ],
    ['台南市東區崇明路307號，不對，是317號6樓之2 龔芷妍 0953661207', { detail: '崇明路317號6樓之2' }],
  ])('%s', (text, expected) => {
    expect(read(text)).toMatchObject(expected);
  });

  test('is another part where its unit is another one', () => {
    expect(
      read('你慢慢讀，台南市東區崇明路，三百零七號，啊不對，六樓。龔芷妍。手機零九五三，六六一，二零七')
        .detail,
    ).toContain('307號');
  });

  test('leaves what only denies or asks as it was', () => {
    expect(
      read('서울 강동구 천호대로 1000 5층 김하늘 010-2299-1180 아니 7층은 사무실이에요').detail,
    ).toContain('1000 5층');
    expect(
      read('京都府京都市中京区三条通二十二番地の四 森田 健 電話は〇九〇の四四一九の七〇六二です').detail,
    ).toContain('三条通');
    expect(read('東京都千代田区三番町五の二 森田 健 電話は〇九〇の四四一九の七〇六二です').detail).toContain(
      '三番町',
    );
  });

  test('a quarter whose number is in characters by itself stays so', () => {
    expect(
      read(
        '大分県別府市の野口元町一丁目、じゅうにの3。名前は森田しおり。電話がゼロ九ゼロ、三三五一、八八〇二です。',
      ).detail,
    ).toContain('一丁目');
  });
});

test('how a given name is written is no part of it', () => {
  expect(
    read('愛媛県松山市大街道3-2-44 大野まこと、下の名前はひらがなで。電話は080-3714-9920です').name,
  ).toBe('大野まこと');
});
