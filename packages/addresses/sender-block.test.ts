/** A text with a sender and a receiver is read for the receiver alone, in every tongue; a text with one of them is left as it is. */
import { describe, expect, it } from 'vitest';
import { readAddress } from './parse-address.ts';
import { findSender, withBlank } from './sender-block.ts';

describe('a sender beside the receiver', () => {
  it.each([
    [
      'US',
      'FROM: Snapcrate Prints, 90 Industrial Pkwy, Reno NV 89502, 775-555-0100\nTO: Bartholomew Quick\n12 Larch Rd\nCrane, OR 97732\n541-555-0127',
      { name: 'Bartholomew Quick', city: 'Crane', postcode: '97732', phone: '+15415550127' },
    ],
    [
      'DE',
      'Absender: Fotowerk Süd, Industriestr. 9, 70565 Stuttgart, 0711 780 01 00\nEmpfänger: Vitus Dorfner, Oberdorf 22, 87459 Pfronten, 08363 / 92 81 40',
      { name: 'Vitus Dorfner', city: 'Pfronten', postcode: '87459', phone: '+498363928140' },
    ],
    [
      'FR',
      'Facture : Pascal Dupré, Niort, 05 36 49 00 12. Livraison à : Capucine Rivière, 7 rue Guillaume VII, 86000 Poitiers, 06 39 98 93 39',
      { name: 'Capucine Rivière', city: 'Poitiers', postcode: '86000', phone: '+33639989339' },
    ],
    [
      'CN',
      '发件：合肥市包河区马鞍山路1号 梁小兵 15905512233；收件：安庆市迎江区人民路8号，柏文清，13866601177',
      { name: '柏文清', city: '安庆市', district: '迎江区', phone: '13866601177', detail: '人民路8号' },
    ],
    [
      'CN',
      '从合肥市包河区马鞍山路1号 小梁(15905512233) 寄给 安庆市迎江区人民路8号 柏文清(13866601177)',
      { name: '柏文清', city: '安庆市', district: '迎江区', phone: '13866601177', detail: '人民路8号' },
    ],
    [
      'CN',
      'FROM 太原市小店区坞城路92号 高建国 13603519900 TO 邯郸市丛台区中华北大街180号 邵春梅 15930077321',
      { name: '邵春梅', city: '邯郸市', phone: '15930077321', detail: '中华北大街180号' },
    ],
    [
      'CN',
      '退件人 苗壮 13304110022 大连市金州区斯大林路 / 退到：赤峰市红山区钢铁西街22号库房 仓管何姐 15047601188',
      { city: '赤峰市', district: '红山区', phone: '15047601188' },
    ],
    [
      'CN',
      '退货请寄：台州市椒江区市府大道55号 林浩 13905760001\n换的新件寄给我：嘉兴市南湖区中山东路918号2幢603 沈悦 13857300456',
      { name: '沈悦', city: '嘉兴市', phone: '13857300456', detail: '中山东路918号2幢603' },
    ],
    [
      'JP',
      '依頼主:石川 浩(福井市、0776-22-1000)\nお届け先:〒920-0853 石川県金沢市本町2-15-1 福井 奈々 様 076-263-5582',
      { name: '福井 奈々', province: '石川県', city: '金沢市', phone: '+81762635582' },
    ],
    [
      'KR',
      '보내는 사람 구미란 (구미시 송정대로 10, 054-452-1000)\n받는 사람 문경희, 전라북도 군산시 해망로 240-1, 54026, 063-445-7712',
      { name: '문경희', city: '군산시', postcode: '54026', phone: '+82634457712' },
    ],
    [
      'CN',
      '运单号 SF1420887316559\n寄: 唐丽 0755-27719034 深圳市龙华区大浪街道华荣路302号\n收: 尹玲珑 13307960172 江西省吉安市泰和县澄江镇工农兵大道69号',
      { name: '尹玲珑', district: '泰和县', detail: '澄江镇工农兵大道69号', phone: '13307960172' },
    ],
    [
      'HK',
      '寄件：沙田印館 沈生 2690 1000\n收件：荔枝角長沙灣道833號長沙灣廣場2期908室 何小姐 9602 1183',
      { phone: '+85296021183' },
    ],
  ])('%s: is not whom it is for', (country, text, expected) => {
    for (const where of [country, undefined]) {
      const [read] = readAddress(text, where);
      expect(read).toMatchObject(expected);
      expect(read.leftover.length).toBeGreaterThan(0);
    }
  });

  it.each([
    'From Street 12, Reno NV 89502',
    'Ann Lee, 1 Main St, Boston, MA 02116, from Tom with love',
    'Herr Empf, Rechnungsweg 3, 10115 Berlin',
    '寄到江苏省南京市鼓楼区中山北路212号 王芳收',
    'to: Ann Lee, 1 Main St, Boston, MA 02116',
    'Sender: Ann Lee\nTo: Bob',
    'To: Ann Lee, 1 Main St, Boston, MA 02116. From the back door please, phone 617-555-0100',
    '',
  ])('is not in %j', (text) => {
    expect(findSender(text)).toBeUndefined();
  });

  it('keeps the only address of a form for what comes back', () => {
    const form = '退货地址：金华市义乌市江东街道宗泽北路398号3楼 收件人：何立 15957900123';
    expect(findSender(form)).toBeUndefined();
    expect(readAddress(form)[0]).toMatchObject({ name: '何立', detail: '江东街道宗泽北路398号3楼' });
  });

  it('leaves every place where it was', () => {
    const text = 'Sender: Ann Lee, 1 Main St\nReceiver: Bob Ray, 2 Oak St';
    const blank = withBlank(text, findSender(text)!);
    expect(blank).toHaveLength(text.length);
    expect(blank.indexOf('Bob')).toBe(text.indexOf('Bob'));
    expect(blank).not.toContain('Ann');
  });
});

describe('whoever says that he sends it', () => {
  it.each([
    [
      'DE',
      'Absender bin ich, Ralf Vogt aus Celle (0171 3920144). Gehen soll es an meine Tante Irma Lüders, Kirchweg 3, 26603 Aurich, 0171 3920155',
      'Irma Lüders',
      '+491713920155',
    ],
    [
      'FR',
      "L'expéditeur c'est moi, Luc Perrin, 06 39 98 10 44. Le cadeau est pour Denise Gallois, 12 rue Haute, 35400 Saint-Malo, 06 39 98 10 55",
      'Denise Gallois',
      '+33639981055',
    ],
    [
      'IT',
      'Il mittente sono io, Dario Poli, tel. 331 5550144. Il pacco va a Lucia Bassi, Via Dante 7, 43121 Parma PR, tel. 342 5550155',
      'Lucia Bassi',
      '+393425550155',
    ],
    [
      'ES',
      'Lo envío yo, Raúl Prieto (627 555 044), pero es para Carmen Soto, Calle Luna 4, 37001 Salamanca, 627 555 055',
      'Carmen Soto',
      '+34627555055',
    ],
    [
      'NL',
      'Afzender ben ik, Koen Bos, 06 5155 0144. Het cadeau gaat naar Mies Visser, Dorpsstraat 8, 7811 AB Emmen, 06 5155 0155',
      'Mies Visser',
      '+31651550155',
    ],
    [
      'AU',
      "I'm Gail Noonan (0491 570 144, Orange) but it's a birthday pressie so send it to Kev Noonan, 9 Bay Street, Yamba NSW 2464, 0491 570 155",
      'Kev Noonan',
      '+61491570155',
    ],
    [
      'JP',
      '【ご依頼主】森 修 東京都町田市原町田6-7 042-725-0144\n【お届け先】大野 恵子 様 石川県金沢市片町2-21 076-221-0155 〒920-0981',
      '大野 恵子',
      '+81762210155',
    ],
    [
      'HK',
      '寄件： 星河禮品 觀塘鴻圖道57號 2344 0144。收件： 鄭美玲 馬鞍山恆安邨恆海樓918室 9876 0155',
      '鄭美玲',
      '+85298760155',
    ],
    [
      'MO',
      'Remetente: Papelaria Lua, Rua do Campo 12, Macau, tel. 2833 0144\nDestinatário: Rui Pinto, Rua dos Negociantes, 15, Coloane, tel. 6612 0155',
      'Rui Pinto',
      '+85366120155',
    ],
  ])('%s is not the receiver: %s', (country, text, name, phone) => {
    expect(readAddress(text, country)[0]).toMatchObject({ name, phone });
  });

  it.each([
    ['DE', 'Absender bin ich: Ralf Vogt, Kirchweg 3, 26603 Aurich, 0171 3920144', 'Ralf Vogt'],
    ['IT', 'Dario Poli, Via Va 7, 43121 Parma PR, tel. 331 5550144, va bene di mattina', 'Dario Poli'],
    ['GB', 'Rem Oakes, 4 Mill Lane, Ludlow SY8 1AA, 07700 900144, it goes to the back door', 'Rem Oakes'],
  ])('%s where nobody else is named he is: %s', (country, text, name) => {
    expect(readAddress(text, country)[0].name).toBe(name);
  });
});

it("phones behind the payer's place are for both where the receiver has none", () => {
  const [got] = readAddress(
    "Ship to: Delta Kiln Co attn Ines Roper, 12-88 Quay St, Whitehorse YT Y1A 2H3. Bill to: Ines's home, 5 Fir Rd, Whitehorse. shop line 867-555-0141",
  );
  expect(got).toMatchObject({ name: 'Ines Roper', phone: '+18675550141' });
  expect(got.detail).not.toContain('Fir');
});
