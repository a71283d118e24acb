/** Countries beside China, and the states and provinces that their addresses name. Data of the seed. */

export interface SeedCountry {
  /** ISO 3166-1 alpha-2. */
  id: string;
  zh: string;
  en: string;
  /** `CA 加利福尼亚州 California`, a line each; the id becomes `US-CA` (ISO 3166-2). */
  states?: string;
}

export const countriesAbroad: readonly SeedCountry[] = [
  {
    id: 'AU',
    zh: '澳大利亚',
    en: 'Australia',
    states: `
ACT 澳大利亚首都领地 Australian Capital Territory
NSW 新南威尔士州 New South Wales
NT 北领地 Northern Territory
QLD 昆士兰州 Queensland
SA 南澳大利亚州 South Australia
TAS 塔斯马尼亚州 Tasmania
VIC 维多利亚州 Victoria
WA 西澳大利亚州 Western Australia`,
  },
  {
    id: 'CA',
    zh: '加拿大',
    en: 'Canada',
    states: `
AB 艾伯塔省 Alberta
BC 不列颠哥伦比亚省 British Columbia
MB 马尼托巴省 Manitoba
NB 新不伦瑞克省 New Brunswick
NL 纽芬兰与拉布拉多省 Newfoundland and Labrador
NS 新斯科舍省 Nova Scotia
NT 西北地区 Northwest Territories
NU 努纳武特地区 Nunavut
ON 安大略省 Ontario
PE 爱德华王子岛省 Prince Edward Island
QC 魁北克省 Quebec
SK 萨斯喀彻温省 Saskatchewan
YT 育空地区 Yukon`,
  },
  { id: 'DE', zh: '德国', en: 'Germany' },
  { id: 'FR', zh: '法国', en: 'France' },
  { id: 'GB', zh: '英国', en: 'United Kingdom' },
  { id: 'JP', zh: '日本', en: 'Japan' },
  { id: 'KR', zh: '韩国', en: 'South Korea' },
  { id: 'SG', zh: '新加坡', en: 'Singapore' },
  {
    id: 'US',
    zh: '美国',
    en: 'United States',
    states: `
AL 亚拉巴马州 Alabama
AK 阿拉斯加州 Alaska
AZ 亚利桑那州 Arizona
AR 阿肯色州 Arkansas
CA 加利福尼亚州 California
CO 科罗拉多州 Colorado
CT 康涅狄格州 Connecticut
DE 特拉华州 Delaware
DC 哥伦比亚特区 District of Columbia
FL 佛罗里达州 Florida
GA 佐治亚州 Georgia
HI 夏威夷州 Hawaii
ID 爱达荷州 Idaho
IL 伊利诺伊州 Illinois
IN 印第安纳州 Indiana
IA 艾奥瓦州 Iowa
KS 堪萨斯州 Kansas
KY 肯塔基州 Kentucky
LA 路易斯安那州 Louisiana
ME 缅因州 Maine
MD 马里兰州 Maryland
MA 马萨诸塞州 Massachusetts
MI 密歇根州 Michigan
MN 明尼苏达州 Minnesota
MS 密西西比州 Mississippi
MO 密苏里州 Missouri
MT 蒙大拿州 Montana
NE 内布拉斯加州 Nebraska
NV 内华达州 Nevada
NH 新罕布什尔州 New Hampshire
NJ 新泽西州 New Jersey
NM 新墨西哥州 New Mexico
NY 纽约州 New York
NC 北卡罗来纳州 North Carolina
ND 北达科他州 North Dakota
OH 俄亥俄州 Ohio
OK 俄克拉何马州 Oklahoma
OR 俄勒冈州 Oregon
PA 宾夕法尼亚州 Pennsylvania
RI 罗得岛州 Rhode Island
SC 南卡罗来纳州 South Carolina
SD 南达科他州 South Dakota
TN 田纳西州 Tennessee
TX 得克萨斯州 Texas
UT 犹他州 Utah
VT 佛蒙特州 Vermont
VA 弗吉尼亚州 Virginia
WA 华盛顿州 Washington
WV 西弗吉尼亚州 West Virginia
WI 威斯康星州 Wisconsin
WY 怀俄明州 Wyoming`,
  },
];
