/**
 * What is said around each of several places of a message: before it or behind it, that the parcel goes there, or that it doesn't. Tables
 * only, of cleaned text; eastern tongues, and Latin ones as they are written in the east.
 */

const wordStart = '(?<![\\p{L}\\d])';

/** Said before a place: the parcel goes there. */
const leadsTo: readonly string[] = [
  '(?:今次|[這这]次|最[後后]|全部|[之以]後|其後|[實实][際际](?:[貨货]物)?)?[請请麻煩烦幫帮我都就再]{0,4}[改轉转]?[送寄派運运](?:[貨货]|件)?(?:到|去|往|至|[達达]|返|番|俾|畀|[給给])',
  '[實实][際际][貨货]物?[^,。\\n]{0,2}[送寄]|(?:全部|最[後后])[卸送寄](?:在|到|去)',
  '新(?:舖|鋪|铺|店|址|地址|屋企|公司|[辦办]公室)(?:[係系]|(?=[ :是在]))|[請请]改(?:[為为做成送寄派]|(?=:))|(?:搬|[遷迁])(?:到|去|至|往|咗去)',
  '(?:お?届け先?|配達先?|配送先|納品先?|送付先|送り先|新(?:住所|居)?)(?=[はへ】\\]) :/])|代わりに',
  '(?:도착지|하차지?|배송지|받는 ?곳|받는 ?주소|변경|신규|새 ?주소|현물|실물)(?:[은는]|(?=[)\\] :]))|본가로|새집으로',
  `${wordStart}(?:current|new(?: (?:place|address|home|flat|shop|office))?(?= ?[:>])|(?:please |pls )?deliver(?:y)?(?: it)? to|goes to(?: my place)?(?: pls)?(?=[ :])|(?:everything |all )?then to|(?:i |we )?now (?:live |are )?at|(?:receiver|recipient)(?= ?[:/])|entregar (?:n[oa]|em|a)(?= )|(?:a )?nova morada(?: é)?|agora(?= ?[:n])|bây giờ|hiện (?:nay|tại)|người nhận)`,
];
/** Said before a place: where it comes from, where somebody pays, where nobody is any longer. */
const leadsAway: readonly string[] = [
  '(?:唔好|不要|別|别|勿)(?:再)?[送寄派](?:[貨货]|件)?(?:到|去|往)?(?![了啦,。 ])|上[次回][你佢他她我]{0,2}(?:[送寄]咗?(?:[到去])?)?|[舊旧](?:嘅|的|址|地址|舖|鋪|店)?(?![址,。;)])|前(?:男友|女友|夫|妻|公司)',
  '取[貨货件](?=[ :地處处])|提[貨货](?=[ :地處处])|(?:[發发]票|[帳賬账][單单]|收[據据]|[單单](?:據|据)?(?=寄))[^,。\\n:]{0,4}(?:[開开寄送][給给去到]?)?|先[到去]',
  '(?<=^|[\\n,。;】 ])本?[店社]?[^,。\\n]{0,8}[由從从自](?=\\p{Script=Han}{2,8}[縣县市區区])',
  '(?:集荷先?|引き?取り?先?|請求(?:書|先)?|旧(?:住所|居)?)(?=[はへ】\\]) :/])|以前の住所',
  '출발지?|상차지?|픽업|(?:이전|기존|예전)(?=[)\\] :])|(?:세금)?계산서는?|청구지|기본 ?배송지',
  `${wordStart}(?:former(?:ly)?|old(?= ?[:>])|previous(?:ly)?(?= ?:)|invoice(?:s)?(?: go(?:es)?)? to|bill(?:ing)? to|collect(?: \\d{1,2})?(?: \\p{L}+){0,3} (?:at|from)|pick(?:ed)? ?up(?: \\p{L}+){0,3} (?:at|from)|forget(?= (?:my )?(?:old|\\p{Lu}|\\d))|(?:if undeliverable,? )?return(?:s)? to|sender(?= ?[:/])|não entregar (?:n[oa]|em|a)|(?:a )?(?:antiga morada|morada antiga)|hồi trước|trước đây|địa chỉ cũ)`,
];
/** Said behind a place, before the next one. */
const tailsTo: readonly string[] = [
  '^[^。\\n]{0,40}(?:へ|[にま]で?)(?:[^。\\n]{0,16})(?:送(?:って|りた|り[、,ま])|届け(?:て|た)|お願い)',
  '^[^.\\n]{0,24}(?:한테|에게|앞으로|께) [^.\\n]{0,16}(?:보내|부탁)',
];
const tailsAway: readonly string[] = [
  '^[^。\\n]{0,30}(?:から|より)(?=[、, ])|^[^。\\n]{0,30}(?:ナシ|なしで|ではなく|じゃなく|送らないで)',
  '^[^。\\n路街]{0,14}(?:別|别|不要|唔好|勿|不用)(?:再)?[送寄派用發发](?:了|啦)?(?=[,。!~ ])|^[^。\\n路街]{0,10}(?:作[廢废]|停用|[已都](?:冇|沒|没|不)住|搬走|已拆)',
  '^[^.\\n]{0,30}(?:말고|절대 ?안|상차|아니라|(?:인데|이)(?:요|,))|^ ?\\(?(?:전|예전|옛) ?(?:직장|집|주소|회사)',
];

const one = (words: readonly string[], flags: string): RegExp => new RegExp(words.join('|'), flags);

const leads: ReadonlyArray<readonly [RegExp, 1 | -1]> = [
  [one(leadsAway, 'giu'), -1],
  [one(leadsTo, 'giu'), 1],
];

/** `寄…給我，他在…，我在…`; `我係…嘅 May，想寄俾 …，佢住…`: who is where, when the text says which of them it is for. */
const forMe = /[寄送][^,。\n]{0,10}[給给俾畀]我/u;
const forThem = /[寄送][^。\n]{0,14}[給给俾畀](?!我)/u;
const iAm = /(?<=^|[,，。;!\n ])我(?:在|住|喺|係|是)/gu;
/** Who is named before it goes with it: `俾區小姐,佢住…`. */
const theyAre =
  /(?:(?<=[寄送][^。\n]{0,14}[給给俾畀])[^,。\n]{2,14},|(?<=^|[,，。;!\n ]))[他她佢](?:在|住|喺)/gu;

/** What leads to a place and away from one in this text. */
export const leadsOf = (text: string): ReadonlyArray<readonly [RegExp, 1 | -1]> =>
  forMe.test(text)
    ? [...leads, [iAm, 1], [theyAre, -1]]
    : forThem.test(text)
      ? [...leads, [iAm, -1], [theyAre, 1]]
      : leads;

export const tails: ReadonlyArray<readonly [RegExp, 1 | -1]> = [
  [one(tailsAway, 'iu'), -1],
  [one(tailsTo, 'iu'), 1],
];
