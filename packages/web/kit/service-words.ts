/**
 * What the service itself writes beside an event or an amount, in the reader's language. Owns the few sentences that are fixed; whatever a
 * person wrote, and whatever is not known here, is shown as it stands.
 */
import type { Language } from './language.ts';

type Said = [pattern: RegExp, en: string, zh: string];

const methods: Record<string, [en: string, zh: string]> = {
  balance: ['balance', '余额'],
  sandbox: ['test payment', '测试支付'],
};

/** How something was paid, by its code: a provider that has no words here keeps its name. */
export const payMethodText = (method: string, language: Language): string =>
  methods[method]?.[language === 'zh' ? 1 : 0] ?? method;

/** `$1` and `$2` are what stood there; `@1` is a way to pay. */
const sentences: readonly Said[] = [
  [/^from balance$/, 'from the balance', '余额支付'],
  [/^by the customer$/, 'by the customer', '由顾客取消'],
  [/^by (\w+)$/, 'by @1', '@1'],
  [/^Order (\S+)$/, 'Order $1', '订单 $1'],
  [
    /^Refund for order (\S+): after-sales, item (\d+)$/,
    'Order $1, item $2, after-sales',
    '订单 $1 第 $2 项，售后',
  ],
  [
    /^Refund for order (\S+): item (\d+) was not printed$/,
    'Order $1, item $2 was not printed',
    '订单 $1 第 $2 项未打印',
  ],
  [
    /^Refund for order (\S+): item (\d+) cancelled before it was printed$/,
    'Order $1, item $2 was cancelled before it was printed',
    '订单 $1 第 $2 项，打印前已取消',
  ],
  [/^Refund for order (\S+): order cancelled$/, 'Order $1, cancelled', '订单 $1，已取消'],
  [/^Top-up by (\w+)$/, 'by @1', '@1'],
  [/^Paid back by (\w+)$/, 'by @1', '@1'],
  [/^Opening balance$/, '', ''],
  [/^Given up when the account was closed$/, 'when the account was closed', '注销账号时放弃'],
  [/^handed over$/, 'handed over', '已交给顾客'],
  [/^delivered$/, 'delivered', '已送达'],
  [/^received$/, 'received', '顾客已确认收货'],
  [/^ten days after it was shipped$/, 'ten days after it was shipped', '发货十天后自动完成'],
  [/^every copy was called off$/, 'every copy was called off', '所有份数均已取消'],
  [/^withdrawn$/, '', ''],
  [/^reprint$/, 'Print it anew', '重新打印'],
  [/^refund$/, 'Pay it back', '退款'],
  [/^other$/, 'Something else', '其他'],
  [/^none$/, '', ''],
  [/^(\S+) (\w{3}) by (\w+)$/, '$1 $2, @3', '$1 $2，@3'],
  [/^(\S+) (\w{3}) to (\w+): after-sales, item (\d+)$/, '$1 $2 to @3, item $4', '$1 $2 退到@3，第 $4 项'],
  [
    /^(\S+) (\w{3}) to (\w+): item (\d+) was not printed$/,
    '$1 $2 to @3: item $4 was not printed',
    '$1 $2 退到@3：第 $4 项未打印',
  ],
  [/^(\S+) (\w{3}) to (\w+): order cancelled$/, '$1 $2 to @3: cancelled', '$1 $2 退到@3：订单已取消'],
  [/^after-sales, item (\d+)$/, 'item $1, after-sales', '第 $1 项，售后'],
  [/^item (\d+) was not printed$/, 'item $1 was not printed', '第 $1 项未打印'],
  [
    /^item (\d+) cancelled before it was printed$/,
    'item $1 was cancelled before it was printed',
    '第 $1 项打印前已取消',
  ],
  [/^order cancelled$/, 'order cancelled', '订单已取消'],
  [/^The account was closed\.$/, 'the account was closed', '账号已注销'],
  [/^print job decided: (.+)$/, '$1', '$1'],
];

/** A detail or a note of the service; empty where it says no more than what it stands beside. */
export function serviceText(text: string, language: Language): string {
  for (const [pattern, en, zh] of sentences) {
    const match = pattern.exec(text);
    if (!match) continue;
    return (language === 'zh' ? zh : en)
      .replaceAll(/@(\d)/g, (_, at: string) => payMethodText(match[Number(at)] ?? '', language))
      .replaceAll(/\$(\d)/g, (_, at: string) => match[Number(at)] ?? '');
  }
  return text;
}

const actors: Record<string, [en: string, zh: string]> = {
  cloud: ['the service', '云端'],
  agent: ['the agent', '打印代理'],
  customer: ['the customer', '顾客'],
  owner: ['the owner', '发起人'],
  submitter: ['who sent it', '提交者'],
  shop: ['the shop', '门店'],
  deadline: ['the deadline', '截止时间'],
  printer: ['the printer', '打印机'],
  provider: ['the payment service', '支付渠道'],
  admin: ['an admin', '管理员'],
  // Staff without a name of their own; whoever is in a place where names are known says more.
  account: ['somebody of the staff', '工作人员'],
};

/** Who did it: a part of the service by what it is, without its number; a person by name. */
export function actorText(
  actor: string,
  language: Language,
  agentName?: (id: string) => string | undefined,
): string {
  const [kind = '', id] = actor.split(/[ :]/);
  const known = actors[kind];
  if (!known || (id !== undefined && kind !== 'agent' && !/^[0-9a-f-]{36}$/.test(id))) return actor;
  const name = id === undefined ? undefined : agentName?.(id);
  const what = known[language === 'zh' ? 1 : 0];
  return name === undefined ? what : `${what} ${name}`;
}
