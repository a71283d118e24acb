import { describe, expect, it } from 'vitest';
import { readAddress } from './parse-address.ts';

describe('a department beside a firm', () => {
  it.each([
    [
      'GB',
      'Asha Rao, Front Office, Hollin Bank Primary School, 3 Tor View, Burnley BB10 2AB, 07700 900431',
      'Front Office',
    ],
    [
      'US',
      'Mark Dunn, Accounts Dept, Kestrel Tool Company, 91 Canal St, Akron, OH 44308, 330-555-0144',
      'Accounts Dept',
    ],
    [
      'NZ',
      'General Office, attn Ruth Tane, Ōtaki Plains College, 40 Mill Road, Ōtaki 5512, 06 555 0172',
      'General Office',
    ],
    [
      'DE',
      'Jana Brandt, Abteilung Einkauf, Nordwerk Antriebe GmbH, Hafenstraße 12, 24103 Kiel, 0431 5550144',
      'Abteilung Einkauf',
    ],
    [
      'FR',
      'Clinique des Cèdres, service Radiologie, M. Alain Perrot, 4 rue du Parc, 38000 Grenoble, 04 65 71 10 20',
      'service Radiologie',
    ],
    [
      'IT',
      'Giulia Serra, Ufficio Acquisti, Tessuti Ligure srl, Via Aurelia 31, 17100 Savona SV, 347 5550166',
      'Ufficio Acquisti',
    ],
    ['ES', 'Marta Gil, Secretaría, IES Sierra Alta, Calle Olivo 6, 18004 Granada, 655 555 013', 'Secretaría'],
    [
      'NL',
      'Tess Kok, afdeling Inkoop, Kuiper Techniek BV, Havenweg 3, 8861 XA Harlingen, 06 5155 0133',
      'afdeling Inkoop',
    ],
    ['JP', '〒460-0008 愛知県名古屋市中区栄3-2-1 東海精機株式会社 総務課 中島健 052-555-0133', '総務課'],
    ['KR', '(주)한빛소재 총무팀 윤서준, 경기도 안산시 단원구 원시로 30, 031-555-0133', '총무팀'],
    ['CN', '王玉梅 15833109042 河北省邯郸市丛台区人民路88号 冀南机械有限公司 质检科', '质检科'],
    ['CN', '福州市鼓楼区五四路9号 福州鼓楼医院 儿科护士站 陈雨桐 13960784412', '儿科护士站'],
    ['CN', '合肥市蜀山区望江西路5号创新大厦3F 采购部 方文静 13956071183', '采购部'],
    ['CN', '浙江省衢州市柯城区荷花中路67号二楼退货处 周敏 0570-3052715', '二楼退货处'],
    ['CN', '浙江省衢州市柯城区荷花中路67号 柯城大酒店 三楼宴会厅,周敏 13857011122', '三楼宴会厅'],
    [
      'CN',
      '河北省邢台市襄都区中兴东大街8号 襄都区人民法院 立案庭 窗口 3,书记员 白永红,13831936054',
      '立案庭窗口3',
    ],
    ['CN', '江苏省盐城市亭湖区希望路2号 盐城康宁医院 康复三区 5楼 16 床 项少华 15071284960', '5楼16床'],
    ['TW', '402 台中市南區興大路145號 國立中興大學 化學系 許志明 04-2255-0133', '化學系'],
  ])('%s stays on the label: %s', (country, text, department) => {
    const [read] = readAddress(text, country);
    expect(read.detail).toContain(department);
    expect(read.name).not.toContain(department);
  });

  it.each([
    [
      'GB',
      'Asha Rao, Kestrel Tools Ltd, 3 Tor View, Burnley BB10 2AB, 07700 900431, leave with reception',
      /reception/i,
    ],
    [
      'GB',
      'Asha Rao\nOffice Manager\nKestrel Tools Ltd\n3 Tor View\nBurnley BB10 2AB\n07700 900431',
      /office/i,
    ],
    ['US', 'Mark Dunn, 91 Canal St, Akron, OH 44308, 330-555-0144, General Office', /office/i],
    ['FR', 'Anne Petit, 4 rue du Parc, 38000 Grenoble, 06 39 98 11 20. Accueil', /accueil/i],
    ['JP', '〒460-0008 愛知県名古屋市中区栄3-2-1 中島健 052-555-0133 管理部屋に置いて下さい', /管理/],
    ['CN', '合肥市蜀山区望江西路5号3幢502 方文静 13956071183 请放物业办公室', /办公室/],
  ])('%s is none in what is asked for, in a title, or without a firm: %s', (country, text, word) => {
    expect(readAddress(text, country)[0].detail).not.toMatch(word);
  });
});
