/** Eastern messages as people write them: talk in another tongue, what is ordered beside the address, what a scanner made of it. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

const read = (text: string) => readAddress(text)[0];

describe('who it is for and where', () => {
  it.each([
    // Another tongue around the address.
    [
      'Oi, manda pra minha casa: 静岡県浜松市中央区佐鳴台4-2-6 コーポ201, nome Edson Tanaka, cel 070-1442-0001',
      'Edson Tanaka',
      '佐鳴台4-2-6 コーポ201',
    ],
    [
      '老板你好 发EMS到这里:경기도 화성시 향남읍 발안로 9 미진원룸 205호 收件人 朴英姬 电话 010-2975-0001',
      '朴英姬',
      '향남읍 발안로 9 미진원룸 205호',
    ],
    // What is ordered, and where it is unloaded.
    [
      '桐箱120個。裏口からお願いします。松江市殿町8-3 ハーン荘102 佐々木 佳代 090-3175-0001',
      '佐々木 佳代',
      '殿町8-3 ハーン荘102',
    ],
    [
      '小林です。鳥取市栄町704の私(0857-22-0001)から、松江市殿町8-3 ハーン荘102 の 佐々木 佳代子さん(090-3175-0001)へ梨を送りたいです。',
      '佐々木 佳代子',
      '殿町8-3 ハーン荘102',
    ],
    // A scanner's digits and capitals.
    [
      'SHIP T0:\nMR CHAN KA MING\nFL4T 8D, B1OCK 2, SUNNY GARDEN\n625 CAST1E PEAK R0AD, TSUEN WAN\nTEL 9S81 2O34',
      'CHAN KA MING',
      'FLAT 8D, BLOCK 2, SUNNY GARDEN, 625 CASTLE PEAK ROAD',
    ],
    ['お届け先\n新潟県新潟市中央区西堀通6-8S7\n高橋 康平 様\nTEL O25-22B-4O71', '高橋 康平', '西堀通6-857'],
  ])('%s', (text, name, detail) => {
    expect(read(text)).toMatchObject({ name, detail });
  });

  it('a street that ends in 馬路 is in Macao', () => {
    expect(read('鴨涌馬路 20 號地下 陳志強 66018827').country).toBe('MO');
  });

  it('a form has its divisions in lines of their own', () => {
    expect(
      read('氏名:岡田 太郎\n都道府県:静岡県\n市区町村:浜松市\n番地:鍛冶町140-4\n建物名:ハイム701').city,
    ).toBe('浜松市');
  });
});
