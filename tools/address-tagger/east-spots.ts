/**
 * Parts of Japanese and Korean addresses that are no street and house: Kyoto's streets, schools and hospitals with their wards, barracks,
 * boxes of the army, places beside something. For compose-east.ts; made up, pure.
 */
import type { Chance } from '../address-writing/writing-chance.ts';

const words = (list: string): string[] => list.trim().split(/\s+/);
const one = (chance: Chance, below: number): number => 1 + chance.below(below);
const room = (chance: Chance): string =>
  `${one(chance, 15)}${chance.often(0.5) ? '0' : '1'}${one(chance, 9)}`;

const kyotoStreets = words(
  '烏丸通 寺町通 河原町通 堀川通 御池通 蛸薬師通 四条通 五条通 二条通 高倉通 室町通 新町通 麩屋町通 木屋町通 柳馬場通 千本通 丸太町通 今出川通 姉小路通 六角通 油小路通 東洞院通 富小路通 御幸町通',
);
const crossings = words(
  '御池 四条 五条 三条 二条 丸太町 今出川 烏丸 河原町 六角 松原 仏光寺 綾小路 錦小路 姉小路 夷川 寺町 堀川',
);
const kyotoTowns = words(
  '虎屋町 貞安前之町 橋弁慶町 弁慶石町 中之町 大黒町 船屋町 松本町 道祐町 笹屋町 鍵屋町 菊水鉾町 長刀鉾町 百足屋町 西錦小路町 俵屋町 永原町 御射山町 塩屋町 福長町 天神町 要法寺町',
);

/** 烏丸通御池下る虎屋町566. */
export const kyotoOf = (chance: Chance): string =>
  chance.pick(kyotoStreets) +
  chance.pick(crossings) +
  chance.pick(words('下る 上る 東入る 西入る 下ル 上ル 東入 西入 下がる 上がる 西入ル')) +
  chance.pick(['', '', ' ']) +
  chance.pick(kyotoTowns) +
  chance.pick([
    '',
    `${one(chance, 700)}`,
    `${one(chance, 700)}`,
    `${one(chance, 700)}-${one(chance, 9)}`,
    `${one(chance, 300)}番地`,
  ]);

/** A school with the name of its place: 広島市立あおぎり小学校. */
export const japaneseSchoolOf = (
  chance: Chance,
  { state, city, stem }: { state: string; city: string; stem: string },
): string =>
  chance.pick([
    `${city}立`,
    `${city}立`,
    `${state}立`,
    `${city.replace(/[市区町村]$/u, '')}市立`,
    '私立',
    '',
    `学校法人${stem}学園 `,
  ]) +
  chance.pick([
    stem,
    stem,
    `${stem}第${chance.pick([...'一二三'])}`,
    'あおぎり',
    'ひばり',
    `${stem}東`,
    `${stem}南`,
  ]) +
  chance.pick(
    words(
      '小学校 小学校 中学校 高等学校 高校 幼稚園 保育園 特別支援学校 図書館 大学附属小学校 専門学校 工業高等学校 商業高校',
    ),
  );

export const japaneseHospitalOf = (chance: Chance, { city, stem }: { city: string; stem: string }): string =>
  chance.pick([
    `${city}立${chance.pick(['', '中央', stem])}病院`,
    `${stem}${chance.pick(words('総合病院 中央病院 記念病院 医療センター 病院 リハビリテーション病院 大学病院 大学医学部附属病院 医科大学病院 赤十字病院 共済病院 厚生病院'))}`,
    `医療法人${stem}会 ${stem}病院`,
    `特別養護老人ホーム${stem}苑`,
    `国立病院機構${stem}医療センター`,
  ]);

/** 東病棟6階612号室, 循環器内科 714号室. */
export const japaneseWardOf = (chance: Chance): string =>
  [
    chance.pick([
      '',
      `${chance.pick([...'東西南北'])}病棟`,
      `${chance.pick(words('本館 新館 A棟 B棟 外科病棟 第2病棟'))}`,
    ]),
    chance.pick([`${one(chance, 12)}階`, `${one(chance, 12)}F`, '']),
    chance.pick([
      '',
      '',
      `${chance.pick(words('循環器内科 整形外科 消化器内科 産婦人科 小児科 脳神経外科'))}`,
    ]),
    chance.pick([`${room(chance)}号室`, `${room(chance)}号`, `${room(chance)}号室`, `${room(chance)}病室`]),
  ]
    .filter(Boolean)
    .join(chance.often(0.4) ? ' ' : '');

export const armyOf = (chance: Chance): string =>
  chance.pick(words('陸上自衛隊 海上自衛隊 航空自衛隊 陸自 海自'));
export const baseOf = (chance: Chance, stem: string): string =>
  chance.pick(['', '', '北', '東']) +
  stem +
  chance.pick(words('駐屯地 駐屯地 基地 分屯地 地方総監部 駐屯地業務隊'));
export const japaneseTroopOf = (chance: Chance): string =>
  chance.pick([
    `第${one(chance, 9)}営内班`,
    `第${one(chance, 9)}施設大隊`,
    `第${one(chance, 50)}普通科連隊第${one(chance, 5)}中隊`,
    `通信隊`,
    `${one(chance, 5)}中隊${one(chance, 3)}小隊`,
    `隊舎${one(chance, 9)}号`,
  ]);
export const japaneseClassOf = (chance: Chance): string =>
  chance.pick([
    `${one(chance, 6)}年${one(chance, 9)}組`,
    `${chance.pick([...'一二三'])}年${chance.pick([...'ABC'])}組`,
    `高${one(chance, 3)}-${one(chance, 9)}`,
  ]);

/** An institution of Korea. */
export const koreanInstitutionOf = (
  chance: Chance,
  { city, stem }: { city: string; stem: string },
): string => {
  const place = chance.often(0.5)
    ? city.replace(/.* /u, '').replace(/(?:특별자치|특별|광역)?[시도군구]$/u, '')
    : stem;
  return chance.pick([
    `${chance.pick(['', '', '국립', '한국'])}${place}${chance.pick(words('대학교 대학교 교육대학교 과학기술원 전문대학'))}`,
    `${place}${chance.pick(words('대학교병원 병원 의료원 성모병원 요양병원 중앙병원 요양원'))}`,
    `${place}${chance.pick(words('시청 군청 구청 주민센터 행정복지센터 보건소 우체국 경찰서 소방서 도서관 박물관'))}`,
    `${place}${chance.pick(words('초등학교 중학교 고등학교 여자고등학교 어린이집 유치원'))}`,
    `${place}${chance.pick(words('교회 성당 사찰 복지관 경로당 수도원'))}`,
    `${chance.pick(words('현대백화점 롯데백화점 이마트 홈플러스 스타벅스 신세계백화점'))} ${place}점`,
    `${place}사`,
  ]);
};

/** 공대 5호관 412호, 기숙사 향림관 B동 407호. */
export const koreanCampusOf = (chance: Chance): string =>
  chance.pick([
    `${chance.pick(words('공대 자연대 인문대 의대 사회과학대'))} ${one(chance, 9)}호관 ${room(chance)}호`,
    `기숙사 ${chance.pick([...'ABC'])}동 ${room(chance)}호`,
    `기숙사 ${chance.pick(words('향림관 진리관 창의관 백마관 예지원'))} ${room(chance)}호`,
    `${chance.pick(words('본관 신관 학생회관 제1공학관 과학관'))} ${one(chance, 9)}층`,
    `${one(chance, 60)}동 ${room(chance)}호`,
    `생활관 ${chance.pick([...'가나다'])}동 ${room(chance)}`,
    `${chance.pick(words('물리학과 국문과'))} 연구실 ${room(chance)}호`,
  ]);

/** 본관 9층 92병동 9211호. */
export const koreanWardOf = (chance: Chance): string =>
  [
    chance.pick(['', '본관', '신관', '암병원', '동관']),
    chance.pick(['', `${one(chance, 15)}층`]),
    chance.pick(['', `${one(chance, 99)}병동`, `${one(chance, 9)}${chance.pick([...'AB'])}병동`]),
    chance.pick([`${room(chance)}호`, `${room(chance)}호실`, `${room(chance)}호 ${one(chance, 6)}번 침상`]),
  ]
    .filter(Boolean)
    .join(' ');

/** 사창리 사서함 112-7호; `village` stands before it. */
export const koreanBoxOf = (chance: Chance, village: string): string =>
  chance.pick(['', `${village} `, `${village} `]) +
  chance.pick([
    `사서함 ${one(chance, 400)}-${one(chance, 40)}호`,
    `사서함 ${one(chance, 400)}-${one(chance, 40)}`,
    `우체국사서함 ${one(chance, 99)}호`,
    `사서함 제${one(chance, 300)}호`,
    `군사우체국 사서함 ${one(chance, 200)}-${one(chance, 20)}호`,
  ]);
export const koreanTroopOf = (chance: Chance): string =>
  chance.pick([
    `${one(chance, 9)}중대 ${one(chance, 3)}소대`,
    `${one(chance, 9)}대대 ${one(chance, 5)}중대`,
    `${one(chance, 9)}중대`,
    `본부중대`,
    `${chance.pick(words('통신 포병 수송'))}대대`,
    `${one(chance, 30)}교육대 ${one(chance, 300)}번 훈련병`,
  ]);
export const koreanClassOf = (chance: Chance): string =>
  chance.pick([`${one(chance, 6)}학년 ${one(chance, 9)}반`, `${one(chance, 3)}-${one(chance, 9)}반`]);
export const koreanSpotOf = (chance: Chance, stem: string): string =>
  chance.pick([
    `${stem}${chance.pick(words('슈퍼 교회 식당 초등학교 마을회관 약국 주유소 편의점'))} ${chance.pick(words('옆 건너편 맞은편 뒤 2층 앞 옆집'))}`,
    `${chance.pick(words('해녀의집 마을회관 버스정류장 느티나무 경로당 우체국 파출소'))} ${chance.pick(words('옆 앞 뒤 건너편'))} ${chance.pick(['파란지붕집', '빨간대문', '두번째집', '2층'])}`,
    '마을회관',
    `${stem} 고시원 ${room(chance)}호`,
  ]);

export const koreanForeign = words(
  '응우옌티란 응웬반남 쩐티흐엉 마이클존슨 엘레나볼코바 왕웨이 리나 라제쉬쿠마르 바트바야르 나탈리아 사라스미스 조셉 알리칸 미쉘',
).concat([
  '응우옌 티 란',
  '마이클 존슨',
  '엘레나 볼코바',
  '판 티 투이',
  '사라 리',
  '데이비드 김',
  '쏨차이 분미',
  '마리아 산토스',
]);
