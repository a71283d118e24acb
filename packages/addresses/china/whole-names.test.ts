/** How far somebody's name goes, who of several people it is for, and whose phone is called. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

const read = (text: string) => readAddress(text)[0];

describe('names', () => {
  it.each([
    ['内蒙古锡林浩特市额尔敦街道团结大街16号3号楼\n阿拉腾其日格 13947900288', '阿拉腾其日格'],
    ['四川省甘孜州康定市炉城街道沿河西路9号 德吉央宗老师 13900011122', '德吉央宗'],
    ['青海省海南州共和县恰卜恰镇青海湖南大街7号 才让多杰校长 13997400112', '才让多杰'],
    ['浙江省丽水市莲都区括苍路302号 梅雪芳 阿姨 13867000456', '梅雪芳'],
    ['浙江省丽水市莲都区括苍路302号 梅阿姨 13867000456', '梅阿姨'],
    ['内蒙古通辽市科尔沁区霍林河大街30号 乌云其木格/斯琴高娃 13947500012', '乌云其木格/斯琴高娃'],
    ['陕西省榆林市榆阳区航宇路12号5号楼1203 刘婧 / 高飞 13892200011', '刘婧 / 高飞'],
    ['寄柳州市鱼峰区屏山大道9号7栋1102，收件人写我俩:林嘉和苏婉，15277238000', '林嘉和苏婉'],
    ['寄沈阳市和平区南京南街61号，白先生收就行。18622970000，门铃坏了请敲门', '白先生'],
    ['临沂市兰山区金雀山路20号 内科护士站 收件：武丹丹护士 15150930000 （白班才在，晚上放门卫）', '武丹丹'],
    ['四川省巴中市巴州区江北大道9号\n联系人 老贺 贺长林 15882700011', '贺长林'],
    ['寄到 西安市雁塔区小寨东路126号B座803\n对方 雷小燕 18629050000\n——办公室 王静', '雷小燕'],
    ['黑龙江省大庆市让胡路区西宾路212号 7-3-201\n车(女士) 13359810000\n备注：多放辣', '车女士'],
  ])('%s', (text, name) => expect(read(text).name).toBe(name));

  it('stand without what is said in Korean beside them', () => {
    expect(
      read(
        '收件人 崔明哲 (최명철) 전화 13689750000\n辽宁省丹东市振兴区兴五路22号楼705호\n중국으로 보내주세요',
      ),
    ).toMatchObject({ name: '崔明哲', detail: '兴五路22号楼705호' });
  });

  it('end where a street begins or another one is only spoken of', () => {
    expect(read('福建省泉州市丰泽区东湖街12号/安吉路 潘安 13600011122').name).toBe('潘安');
    expect(read('湖北省荆州市沙市区北京路和江津路交叉口 段江 13972300011').name).toBe('段江');
  });
});

describe('who is there for the case that nobody answers', () => {
  it.each([
    [
      '河南省焦作市解放区民主路8号 郝建军 13839100011，打不通再找我爱人袁霞 13839100022',
      '郝建军',
      '13839100011',
    ],
    ['（备用电话：妻子 13431820000）\n梅州市梅江区江南路33号 古伟 13823800000', '古伟', '13823800000'],
    ['格尔木市昆仑路7号 马全福 13997400000，联系不上打他儿子马小军 13909740000', '马全福', '13997400000'],
  ])('%s', (text, name, phone) => {
    const record = read(text);
    expect(record).toMatchObject({ name, phone });
    expect(record.other_phones).toHaveLength(1);
  });

  it('is nobody where the words say something else', () => {
    expect(read('桂林市龙胜县龙脊镇大寨村第二家 潘姐 13788430000')).toMatchObject({
      phone: '13788430000',
      name: '潘姐',
    });
    expect(read('妹妹不在家，我爸爸代收：徐长根 13757100000 杭州市富阳区桂花路45号')).toMatchObject({
      name: '徐长根',
      phone: '13757100000',
    });
  });
});
