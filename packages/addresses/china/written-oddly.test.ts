import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

const read = (text: string, country?: string) => readAddress(text, country)[0];

describe('Chinese addresses that are written otherwise', () => {
  it('turns a house round that goes from the room to the road', () => {
    for (const text of [
      '鲁明，302室，4号楼，桃源小区，解放南路88号，广陵区，扬州市，江苏省，15952710046',
      '302室4号楼 桃源小区 解放南路88号 广陵区 扬州 鲁明 15952710046',
    ])
      expect(read(text)).toMatchObject({
        city: '扬州市',
        district: '广陵区',
        detail: '解放南路88号桃源小区4号楼302室',
      });
  });

  it('leaves open where a district is that several cities have, and names each', () => {
    const [open, ...candidates] = readAddress('鼓楼区中央路三单元501，李维，13951660021');
    expect(open).toMatchObject({ province: '', city: '', district: '鼓楼区', region_id: null });
    expect(new Set(candidates.map(({ city }) => city)).size).toBeGreaterThan(1);
    // A landline, a quarter, a city that is spoken of: each decides.
    expect(read('朝阳区工农大路1866号 0431-85661207 宋一鸣')).toMatchObject({ city: '长春市' });
    expect(read('朝阳区望京西路8号 宋一鸣 13951660021')).toMatchObject({ city: '北京市' });
    expect(read('我在拉萨上班 城关区北京中路8号 旦增 17789901432')).toMatchObject({ city: '拉萨市' });
  });

  it('leaves the name of a school or a hospital whole, and takes its place from it', () => {
    expect(read('厦门大学 国光二 512 林徽 13906038871')).toMatchObject({
      province: '福建省',
      city: '厦门市',
      detail: '厦门大学国光二512',
    });
    const firm = '深圳市云帆国际货运代理有限公司';
    expect(read(`${firm} 广东省深圳市福田区彩田路2009号 詹小姐 13509683217`)).toMatchObject({
      district: '福田区',
      company: firm,
    });
  });

  it('keeps rooms and beds behind a house, whatever parts them', () => {
    expect(
      read('廣州市番禺區大石街 105 國道旁 洛溪新城 彩虹花園 K 座 5 梯 802 房 陳李濟 先生 020 3459 7718'),
    ).toMatchObject({ country: 'CN', district: '番禺区', phone: '020-34597718', name: '陳李濟' });
    expect(read('常州市钟楼区怀德中路50号2栋—1906—苏小小—13776810294').detail).toContain('1906');
    expect(read('台東縣台東市郵政第 45 號信箱 簡水里 0912-223-518').detail).toBe('郵政第45號信箱');
  });

  it('reads what a scanner took for something else, and phones that are parted anywhere', () => {
    expect(
      read(
        '收件入：贝晓云  电括：l3S6l2589Z7  地址：江苏省泰州市姜堰区罗塘街 2 3 号5幢l单元4O2  由编：2255l2',
      ),
    ).toMatchObject({
      name: '贝晓云',
      phone: '13561258927',
      detail: '罗塘街23号5幢1单元402',
      postcode: '225512',
    });
    expect(read('宁夏银川市兴庆区解放西街9号2号楼1301 1389510 3366 马兰')).toMatchObject({
      phone: '13895103366',
      detail: '解放西街9号2号楼1301',
    });
    expect(read('[截图] 收件人:贲 建 华 号码:135-7200 1170\n浙江省湖州币吴兴区凤凰路8号')).toMatchObject({
      name: '贲建华',
      city: '湖州市',
      phone: '13572001170',
    });
  });

  it('reads a phone behind dots, a hyphen or keys, or parted anywhere behind its label', () => {
    expect(read('内蒙古赤峰市红山区火花路3号,那顺,手机......13847620398').phone).toBe('13847620398');
    expect(read('山西省-长治市-潞州区-延安南路东二巷9号院-秦建军-0355-2087643').phone).toBe('0355-2087643');
    expect(read('谢国栋 1371142 6809 惠州市惠城区江北街道文昌一路7号').phone).toBe('13711426809');
    expect(read('手机:188 3 170 5426\n收件人:窦金锁\n河北省沧州市运河区西环中街68号').phone).toBe(
      '18831705426',
    );
    expect(read('廖琼 1️⃣8️⃣9️⃣-8306-4427 重庆市渝中区八一路177号').phone).toBe('18983064427');
  });

  it('reads a letter for one before a unit, and prefectures and postcodes that were misread', () => {
    expect(read('袁国庆 电话:15170083296 江西省赣州市章贡区虎岗路50号 3栋 l单元602').detail).toContain(
      '3栋1单元602',
    );
    expect(read('朴哲 13044338652 吉林省延边朝鲜族自治卅图们市口岸大路208号')).toMatchObject({
      district: '图们市',
    });
    expect(read('收件人:阮开芬\n邮编:6S7OOO\n电话:13987052618\n云南省昭通市昭阳区珠泉路120号').postcode).toBe(
      '657000',
    );
  });

  it('finds the district wherever its city is said, and keeps what tells the door', () => {
    expect(read('桐城龙眠街道 碧桂园 3-902 江晓曼 18005560000 安徽安庆')).toMatchObject({
      city: '安庆市',
      district: '桐城市',
    });
    expect(read('我要寄到河北保定的高碑店市和平街道世纪东路112号 苗军 13582200000').district).toBe(
      '高碑店市',
    );
    expect(read('云南省红河州元阳县新街镇箐口村，村口小卖部对面第二家，普秀英收，13987390000').detail).toBe(
      '新街镇箐口村,村口小卖部对面第二家',
    );
    expect(read('广西玉林市博白县文地镇那卜街13号 (卫生院对面卖化肥的) 朱旺 15078060000').detail).toContain(
      '卖化肥的',
    );
    expect(read('辽宁省鞍山市铁东区二一九路35号四单元二楼左手 佟山 13904120000').detail).toBe(
      '二一九路35号四单元二楼左手',
    );
  });

  it('leaves letters and two numbers beside each other as they are', () => {
    expect(read('上海市徐汇区漕溪北路45号B座 1802 3705 万里 13800001111').detail).toContain('1802');
    expect(read('成都市武侯区人民南路四段8号SOHO广场Z座 李乐 13800001111').detail).toBe(
      '人民南路四段8号SOHO广场Z座',
    );
  });

  it('reads characters and digits that are set apart or circled', () => {
    expect(read('本溪平山区解放路 5 0 号 2 - 7 - 1 ， 修 文 ， 1 3 9 4 1 4 7 0 8 2 6')).toMatchObject({
      name: '修文',
      phone: '13941470826',
      detail: '解放路50号2-7-1',
    });
    expect(read('江門市蓬江區堤中路⑥⑧號 阮玲 ①③⑤④②⓪⑥⑦⑨⑧⑤')).toMatchObject({
      country: 'CN',
      phone: '13542067985',
      district: '蓬江区',
    });
  });

  it('knows a city and its district that are both misspelt by one character', () => {
    expect(read('柳洲市鱼锋区屏山大道289号9栋601 韦凤 13977213508')).toMatchObject({
      city: '柳州市',
      district: '鱼峰区',
      detail: '屏山大道289号9栋601',
    });
  });

  it('finds three digits of a postcode of Taiwan wherever they stand', () => {
    for (const text of [
      '雲林縣斗六市大學路三段123號 640 廖唯辰 0972-330-158',
      '廖唯辰,雲林縣斗六市大學路三段123號,640,0972-330-158',
      '收件人│廖唯辰│手機│0972-330-158│地址│雲林縣斗六市大學路三段123號│遞│640',
    ])
      expect(read(text), text).toMatchObject({ name: '廖唯辰', postcode: '640', detail: '大學路三段123號' });
    expect(read('台中市西屯區文心路三段241號 407室 蔡宗翰 0922-316-774').postcode).toBe('');
  });

  it('keeps two who receive together, and drops what somebody is', () => {
    expect(read('司徒浩然&林芷晴 澳門下環街66號順景樓6A 62880415')).toMatchObject({
      name: '司徒浩然&林芷晴',
    });
    expect(read('甘肃省兰州市安宁区安宁西路88号3栋201 边疆老师 13639306174')).toMatchObject({ name: '边疆' });
    expect(read('甘肃省兰州市安宁区安宁西路88号3栋201 边老师 13639306174')).toMatchObject({ name: '边老师' });
  });

  it('keeps both halves of a Tibetan name, and takes no two neighbours for one', () => {
    expect(read('拉萨市城关区江苏路12号 格桑拉姆 18908923611')).toMatchObject({ name: '格桑拉姆' });
    expect(read('青海省玉树市结古街道民主路5号 索朗罗布 13997061122')).toMatchObject({ name: '索朗罗布' });
    expect(read('深圳市罗湖区宝安北路3号 罗布 13509683217')).toMatchObject({ name: '罗布' });
  });

  it('reads a short district before its town, and a road that is called like one as a road', () => {
    expect(read('上海松江九亭镇沪亭北路6号 褚立峰 18917062483')).toMatchObject({
      district: '松江区',
      detail: '九亭镇沪亭北路6号',
    });
    expect(read('上海奉贤南桥镇人民中路6号 褚立峰 18917062483')).toMatchObject({ district: '奉贤区' });
    expect(read('上海市徐汇区奉贤路6号 褚立峰 18917062483')).toMatchObject({
      district: '徐汇区',
      detail: '奉贤路6号',
    });
  });

  it('leaves out where somebody is just now', () => {
    const school = read('女儿在学校，寄湖南省湘潭市雨湖区桃园路2号 湘潭工程学院 6栋203 贺敏 18373160042');
    expect(school).toMatchObject({ name: '贺敏', company: '湘潭工程学院' });
    expect(school.detail).not.toContain('女儿');
    expect(read('从公司仓库寄到湘潭市雨湖区桃园路2号 贺敏 18373160042')).toMatchObject({
      city: '湘潭市',
      detail: '桃园路2号',
    });
  });

  it('leaves two who receive together both their names', () => {
    expect(read('收件：何思敏、何家輝 電話：6655 0141 澳門高士德大馬路30號3樓A', 'MO')).toMatchObject({
      name: '何思敏、何家輝',
    });
    expect(read('收：林佳蓉、許志明 403 台中市西區公益路30號3樓 0912-555-014', 'TW')).toMatchObject({
      name: '林佳蓉、許志明',
    });
    expect(read('收件人：林佳蓉 403 台中市西區公益路30號3樓、0912-555-014', 'TW')).toMatchObject({
      name: '林佳蓉',
    });
  });

  it('takes no shop and no job for a person, and leaves who hands it on on the label', () => {
    expect(read('合利五金 深水埗大南街30號地舖 電話 2386 5141', 'HK')).toMatchObject({
      name: '',
      company: '合利五金',
    });
    expect(read('梁家明\n高級工程師\n澳門高士德大馬路30號3樓A\n手機 6655 0141', 'MO')).toMatchObject({
      name: '梁家明',
    });
    const handed = read('收件人：許宜真 0912-555-014\n600 嘉義市西區友愛路30號 林金枝轉交', 'TW');
    expect(handed.name).toBe('許宜真');
    expect(handed.detail).toContain('林金枝轉交');
    expect(read('許宜真 0912-555-014 嘉義市西區友愛路30號 請管理員轉交', 'TW').detail).not.toContain('轉交');
  });

  it.each([
    // Who sends stands in the same line.
    [
      '寄方 宁波市海曙区药行街 金鹏文具 曹老板 13700010002 ，收方 金华市婺城区双龙南街66号3幢401 ，戚小满 ，13600020003',
      { name: '戚小满', phone: '13600020003', district: '婺城区', detail: '双龙南街66号3幢401' },
    ],
    ['从:贵阳市南明区 袁和 18900010002\n到:遵义市播州区万寿街9号 袁本 13900020003', { phone: '13900020003' }],
    // All of it is said again.
    [
      '单元号发错了。完整的：芜湖市镜湖区北京中路12号5栋2单元301，电话13900030004，邵一心',
      { detail: '北京中路12号5栋2单元301', name: '邵一心' },
    ],
    [
      '相册寄苏州市吴江区盛泽镇舜湖路20号3幢51 周明 13900010002\n\n啊等一下!我搬家了,改成吴江区同里镇迎燕路6号2幢31,电话没变',
      { name: '周明', phone: '13900010002', district: '吴江区', detail: '同里镇迎燕路6号2幢31' },
    ],
    // Dead phones, others' phones, which of two.
    ['原来的13700040005停机了别打，打18600050006。长沙市芙蓉区人民路7号，我叫桂晓', { phone: '18600050006' }],
    ['扬州市广陵区文昌路3号 尤真 13700060007打不通就打我舅18600070008', { phone: '13700060007' }],
    ['徐州市泉山区泰山路5号 秋实 13700080009 / 18600090001 打后面那个', { phone: '18600090001' }],
    ['徐州市泉山区泰山路5号 秋实 13700080009 18600090001（快递打18600这个）', { phone: '18600090001' }],
    // What a scanner took for letters; a postcode in brackets is no extension.
    ['宣城市宣州区叠嶂路l8号 葛青 l3900O10002', { phone: '13900010002', detail: '叠嶂路18号' }],
    ['大连市金州区民政街8号 姜丽 13900010002 (116100)', { phone: '13900010002', postcode: '116100' }],
    // English around it, blessings, how a character is written, who is spoken to.
    ['hi pls ship to 无锡市滨湖区滴翠路10号2号楼506, Vivian Gu, 13900010002 thx!', { name: 'Vivian Gu' }],
    ['十堰市茅箭区北京路8号 13900010002 万青 祝老板生意兴隆', { city: '十堰市', name: '万青' }],
    ['收件人庄明茉莉的莉13900010002地址泉州市鲤城区打锡街8号', { phone: '13900010002', detail: '打锡街8号' }],
    // In whose house, through whom, a locker, a stall.
    ['潍坊市青州市云门山路12号 祝桂英家 收件人 李沐 13900010002', { detail: '云门山路12号祝桂英家' }],
    ['金华市义乌市银海路9号2楼32145店面，金小，13900010002', { detail: '银海路9号2楼32145店面' }],
    [
      '你好，我是昨天问茶具的，收件人陈小燕，电话83990000，地址 Blk 81 Toa Payoh Central #08-33 邮编310081，麻烦包厚一点谢谢',
      { country: 'SG', name: '陈小燕', phone: '+6583990000', detail: 'Blk 81 Toa Payoh Central #08-33' },
    ],
    ['匯款末五碼 30741 金額1,280 寄台中市西屯區福科路5號9樓 郭庭 0917 000 001', { postcode: '' }],
    // The firm has its place in its name.
    [
      '云南省曲靖市沾益区龙华大街9号\n曲靖市沾益区晨星幼儿园\n收件人：保丽\n电话：0874-3160000',
      { company: '曲靖市沾益区晨星幼儿园' },
    ],
    // A ratio for a colon, boxes of a form, a phone that was set apart.
    [
      '地址∶湖北省黄石市下陆区杭州西路124号 龙港花园 B座1108 收件人∶田野 手机∶13900010005',
      { name: '田野', detail: '杭州西路124号龙港花园B座1108' },
    ],
    [
      '收货人*：\n范伟\n手机号码*：\n13900010006\n选择地区*：\n山西省/太原市/小店区\n详细地址*：\n亲贤北街10号6楼2单元7号\n□家 ☑公司 □学校\n设为默认地址',
      { name: '范伟', detail: '亲贤北街10号6楼2单元7号' },
    ],
    ['电话：0355 - 2184 016 收件人：郝平 地址：长治市潞州区英雄路18号', { phone: '0355-2184016' }],
    [
      '西宁市城东区南大街 4 9 号 华联大厦 B 座 1 6 0 2 祁永 Te1. 0 9 7 1 – 8 2 4 1 0 3 5 810000',
      { phone: '0971-8241035', detail: '南大街49号华联大厦B座1602', postcode: '810000' },
    ],
    // A group's order beside whoever ordered it; what is said behind a name.
    [
      '#接龙 砀山酥梨10斤装\n9. 钱大姐 3箱 合肥市包河区徽州大道众城花园12-2-1503 13900010007 周末送',
      { name: '钱大姐', detail: '徽州大道众城花园12-2-1503' },
    ],
    ['合肥市庐阳区长江路12号3箱巷5栋201 钱丽 13900010007', { detail: '长江路12号3箱巷5栋201' }],
    ['送到泉州市丰泽区田安路88号3号楼1203，收件人写李楠就可以 13900010008', { name: '李楠' }],
    ['泉州市丰泽区田安路88号3号楼1203 成就 13900010008', { name: '成就' }],
    // Whom to name, whoever else is spoken of; a number within a firm that looks like a postcode.
    ['贵阳云岩区黄金路58号3单元2号，娃叫石明，收件写他妈安小琼，13900010009，下午在家', { name: '安小琼' }],
    ['名字写我爸何建 贵阳云岩区黄金路58号3单元2号 13900010009', { name: '何建' }],
    ['收件人写何建，他妈安小琼也能收，贵阳云岩区黄金路58号3单元2号 13900010009', { name: '何建' }],
    [
      '温州市平阳县鳌江镇墨城路19号 章微 联系：13900010009 或 665520（短号）',
      { phone: '13900010009', postcode: '' },
    ],
    ['普洱市思茅区振兴大道19号 章微 13900010009 665000', { phone: '13900010009', postcode: '665000' }],
  ])('%s', (text, parts) => {
    expect(read(text)).toMatchObject(parts);
  });

  it.each([
    // A landline whose code is said apart, before or behind; inside numbers by another word.
    ['章微 上海市静安区巨鹿路12号 电话62480031（座机，前面加021）', { phone: '021-62480031' }],
    ['章微 淄博市张店区柳泉路12号 区号0533 电话 2180031', { phone: '0533-2180031' }],
    ['章微 淄博市张店区柳泉路12号 Tel 0533-2180031 内线 208', { phone: '0533-2180031-208' }],
    // A mobile that is parted everywhere.
    ['章微 淄博市张店区柳泉路12号 1-3-9-0-0-0-1-0-0-0-9', { phone: '13900010009', detail: '柳泉路12号' }],
    ['章微 淄博市张店区柳泉路12号 13 9 0 00 10 009', { phone: '13900010009', detail: '柳泉路12号' }],
    // A house that is said twice.
    [
      '章微 13900010009 山东省菏泽市单县黄岗镇板材路66号 单县黄岗镇板材路66号',
      { district: '单县', detail: '黄岗镇板材路66号' },
    ],
    // A county without its kind before a town or by itself, its city elsewhere.
    ['彭州 丽春镇 塔子村6组 章微 13900010009 (成都)', { district: '彭州市', detail: '丽春镇塔子村6组' }],
    ['岐山蔡家坡镇 永乐村6组 章微 13900010009 宝鸡货', { district: '岐山县' }],
    ['甘肃定西临洮洮阳镇西街6号 临洮县第一中学 章微 13900010009', { district: '临洮县' }],
    // A quarter that some city has as a district, in the market of a county that is named.
    ['孟村县 辛店镇 管件城 东区8号 章微 13900010009', { district: '孟村回族自治县' }],
    ['通辽市 科左中旗 保康镇 康阳路6号 章微 13900010009', { district: '科尔沁左翼中旗' }],
    // The fields of a form that name the receiver each time.
    [
      '收件人姓名:章微,收件人手机:13900010009,收件人省:山东省,收件人市:济宁市,收件人区:任城区,收件人街道:古槐街道,收件人地址:文化路6号',
      { district: '任城区', detail: '古槐街道文化路6号' },
    ],
    [
      'name=章微;tel=13900010009;prov=广西;city=南宁;dist=西乡塘;addr=科园大道31号',
      { district: '西乡塘区', detail: '科园大道31号' },
    ],
  ])('%s', (text, parts) => {
    expect(read(text)).toMatchObject(parts);
  });
});
