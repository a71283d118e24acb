/** Messages in Japanese and Korean: who is meant, where the address begins and ends, and what divisions are left out. */
import { describe, expect, it } from 'vitest';
import { cleanText } from '../parse-clean.ts';
import { readDivisions } from './eastern-divisions.ts';
import { isEasternWriting, readEastern } from './read-eastern.ts';

const read = (text: string, country: string) => readEastern(cleanText(text), country)[0];
const divisions = (text: string, country: string) => {
  const { province, city, district, rest } = readDivisions(
    [{ text, line: 0, label: undefined, byPhone: false }],
    country,
  );
  return [province, city, district, ...rest.map((segment) => segment.text)];
};

describe('a message in Japanese', () => {
  it('is for one person at one place, whatever else it names', () => {
    expect(
      read(
        '大阪市北区梅田3-1から引っ越しました。新しい住所は金沢市広坂2-1-1です。木村 遥、090-1234-5678',
        'JP',
      ),
    ).toMatchObject({
      name: '木村 遥',
      phone: '+819012345678',
      province: '石川県',
      city: '金沢市',
      detail: '広坂2-1-1',
    });
    expect(
      read('ご依頼主 佐藤一郎\nお届け先 高橋 菜摘様 〒951-8116 新潟県新潟市中央区東中通1-86', 'JP').name,
    ).toBe('高橋 菜摘');
  });

  it('has its floor, room and firm in the address', () => {
    expect(
      read('〒541-0053\n大阪府大阪市中央区本町3-2-8 第一ビル4階\n合同会社アオゾラ\n辻本 彩 様', 'JP'),
    ).toMatchObject({
      name: '辻本 彩',
      company: '合同会社アオゾラ',
      postcode: '541-0053',
      district: '中央区',
    });
    expect(read('静岡県静岡市葵区御幸町11-10 コーポ本町203号室 清水 亮', 'JP').detail).toBe(
      '御幸町11-10 コーポ本町203号室',
    );
  });

  it('may write its numbers in full width, with a minus or a long vowel between them', () => {
    expect(read('〒６４０−８３３１ 和歌山県和歌山市美園町５ー６１ 貴志 茜様', 'JP')).toMatchObject({
      postcode: '640-8331',
      detail: '美園町5-61',
      name: '貴志 茜',
    });
  });

  it('calls a teacher by family and title', () => {
    expect(read('茨城県つくば市天王台1-1-1 筑波大学 森 教授 029-853-4410', 'JP').name).toBe('森 教授');
  });
});

describe('a message in Korean', () => {
  it('is for one person at one place, whatever else it names', () => {
    expect(
      read('받으실 분: 구예린\n받으실 곳: 경상북도 경주시 원화로 281, 201호\n보내는 분: 김민수', 'KR'),
    ).toMatchObject({ name: '구예린', province: '경상북도', city: '경주시', detail: '원화로 281, 201호' });
    expect(
      read('남궁 솔 010-3926-7701 경기 파주시 문발로 240-21, 2층 회동길 아니고 문발로예요', 'KR'),
    ).toMatchObject({ name: '남궁 솔', province: '경기도', city: '파주시', detail: '문발로 240-21, 2층' });
  });

  it('may be glued, and named as a place is', () => {
    expect(read('마지훈01055329084경기도의정부시시민로 80 1507호', 'KR')).toMatchObject({
      name: '마지훈',
      province: '경기도',
      city: '의정부시',
      detail: '시민로 80 1507호',
    });
    expect(read('도봉순 010-8817-3042 서울특별시 도봉구 도봉로 552, 3층', 'KR').name).toBe('도봉순');
  });

  it('keeps a street with its number', () => {
    expect(read('세종 한누리대로 2130 정우성 010-7514-4834', 'KR').detail).toBe('한누리대로 2130');
  });
});

describe('divisions', () => {
  it('are filled in where one city has the name', () => {
    expect(divisions('藤沢市辻堂神台1-3-1', 'JP')).toEqual(['神奈川県', '藤沢市', '', '辻堂神台1-3-1']);
    expect(divisions('渋谷区神宮前1-5', 'JP')).toEqual(['東京都', '渋谷区', '', '神宮前1-5']);
    expect(divisions('성남시 분당구 판교로 319', 'KR')).toEqual(['경기도', '성남시', '분당구', '판교로 319']);
    expect(divisions('강남구 테헤란로 152', 'KR')).toEqual([
      '서울특별시',
      '서울특별시',
      '강남구',
      '테헤란로 152',
    ]);
  });

  it('are told by the list, not by the signs in their names', () => {
    expect(divisions('千葉県市川市八幡1-1', 'JP')).toEqual(['千葉県', '市川市', '', '八幡1-1']);
    expect(divisions('三重県四日市市安島2-1', 'JP')).toEqual(['三重県', '四日市市', '', '安島2-1']);
    expect(divisions('長野県軽井沢町長倉2381-1', 'JP')).toEqual(['長野県', '軽井沢町', '', '長倉2381-1']);
    expect(divisions('静岡県浜松市中区元城町103-2', 'JP')).toEqual([
      '静岡県',
      '浜松市',
      '中区',
      '元城町103-2',
    ]);
  });

  it('on islands may leave out the island', () => {
    expect(divisions('東京都八丈町大賀郷2551', 'JP')).toEqual(['東京都', '八丈町', '', '大賀郷2551']);
    expect(divisions('東京都八丈島八丈町大賀郷2551', 'JP')).toEqual([
      '東京都',
      '八丈島八丈町',
      '',
      '大賀郷2551',
    ]);
  });

  it('may stand behind the street in Korean', () => {
    expect(divisions('판교로 319 성남시 분당구', 'KR')).toEqual(['경기도', '성남시', '분당구', '판교로 319']);
  });
});

describe('a text in Latin letters', () => {
  it('is another reader’s, also with a word of the country’s own', () => {
    expect(isEasternWriting('Kenji Mori 様, 2-11-3 Meguro, Meguro-ku, Tokyo', 'JP')).toBe(false);
    expect(isEasternWriting('東京都目黒区目黒2-11-3 Park Tower 305', 'JP')).toBe(true);
    expect(isEasternWriting('東京都目黒区', 'DE')).toBe(false);
  });
});

describe('a name that goes on behind a blank or a dot', () => {
  it.each([
    ['受取人は デイビス ポール でお願いします。東京都港区芝浦3-4-1 08012345678', 'JP', 'デイビス ポール'],
    ['高橋 誠・直子/長崎県長崎市魚の町7-12/〒850-0874/095-824-6091', 'JP', '高橋 誠・直子'],
    ['박 은 비 / 대전광역시 서구 둔산로 91, 807동 1602호 / 35242 / 010 4091 5538', 'KR', '박 은 비'],
  ])('%s', (text, country, name) => {
    expect(read(text, country).name).toBe(name);
  });
});
