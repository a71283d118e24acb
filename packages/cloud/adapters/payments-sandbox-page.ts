/**
 * The sandbox's checkout page: what is to be paid, and three buttons. Its address is the right to pay, like that of every
 * hosted checkout. Works without scripts; owns its words in both languages.
 */
import { type Currency, moneyText } from '@platen/contracts/money';
import { toTime } from '@platen/contracts/shapes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, type PageLanguage, pageLanguage, sendPlainPage } from '../http/plain-page.ts';
import type { SandboxIntentTable } from './payments-sandbox-tables.ts';

type Status = SandboxIntentTable['status'];

export interface SandboxCashier {
  name: string;
  find(id: string): Promise<SandboxIntentTable | undefined>;
  /** Ends the intent, unless it has ended. */
  decide(id: string, status: Status): Promise<void>;
}

/** Where the checkout pages of a sandbox of this name are. */
export const sandboxCheckoutPath = (name: string): string => `/pay/${name}`;

/** Values of the buttons, in their order, and what they make of the intent. */
const decisions: Record<string, Status> = { approve: 'succeeded', decline: 'failed', expire: 'expired' };

const words = {
  en: {
    title: 'Pay',
    for: 'For',
    amount: 'Amount',
    until: 'Pay before',
    playMoney: 'This is a trial checkout: no real money is moved. Choose how the payment ends.',
    approve: 'Approve: pay now',
    decline: 'Decline: the payment fails',
    expire: 'Let it expire',
    back: 'Back to the shop',
    unknown: 'There is no such payment.',
    ended: {
      pending: '',
      succeeded: 'Paid.',
      failed: 'Declined. Nothing was paid.',
      expired: 'The time to pay is over. Nothing was paid.',
    },
  },
  zh: {
    title: '付款',
    for: '用途',
    amount: '金额',
    until: '付款截止时间',
    playMoney: '这是测试收银台，不会产生真实扣款。请选择付款结果。',
    approve: '同意付款',
    decline: '拒绝付款（付款失败）',
    expire: '让付款过期',
    back: '返回商店',
    unknown: '没有这笔付款。',
    ended: {
      pending: '',
      succeeded: '付款成功。',
      failed: '付款被拒绝，没有扣款。',
      expired: '付款已过期，没有扣款。',
    },
  },
} satisfies Record<PageLanguage, object>;

/** Mounts the page (GET) and its buttons (POST). */
export function addSandboxPages(http: FastifyInstance, cashier: SandboxCashier): void {
  interface Route {
    Params: { id: string };
  }
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_r, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(text as string))),
    );
    const url = `${sandboxCheckoutPath(cashier.name)}/:id`;
    scope.get<Route>(url, async (request, reply) =>
      show(request, reply, await cashier.find(request.params.id)),
    );
    scope.post<Route>(url, { bodyLimit: 4096 }, async (request, reply) => {
      const { decision = '' } = (request.body ?? {}) as { decision?: string };
      const status = Object.hasOwn(decisions, decision) ? decisions[decision] : undefined;
      const intent = await cashier.find(request.params.id);
      if (!intent || !status) return show(request, reply, intent);
      await cashier.decide(intent.id, status);
      const returnUrl = new URL(intent.return_url);
      returnUrl.searchParams.set('lang', pageLanguage(request));
      return reply.redirect(returnUrl.href, 303);
    });
  });
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  intent: SandboxIntentTable | undefined,
): FastifyReply {
  const language = pageLanguage(request);
  const text = words[language];
  if (!intent) return sendPlainPage(reply, { language, title: text.unknown, body: '', status: 404 });
  const facts = [
    [text.for, escapeHtml(intent.description)],
    [
      text.amount,
      `<span class="amount">${moneyText(intent.amount_minor, intent.currency as Currency)}</span>`,
    ],
    ...(intent.status === 'pending'
      ? [[text.until, `${toTime(intent.expires_at).slice(0, 16).replace('T', ' ')} UTC`]]
      : []),
  ];
  const list = `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`;
  const rest = intent.status === 'pending' ? formOf(language) : outcomeOf(language, intent);
  return sendPlainPage(reply, { language, title: text.title, body: list + rest });
}

function formOf(language: PageLanguage): string {
  const text = words[language];
  const button = (decision: 'approve' | 'decline' | 'expire') =>
    `<button name="decision" value="${decision}"${decision === 'approve' ? ' class="main"' : ''}>${text[decision]}</button>`;
  return `<p class="note">${text.playMoney}</p>
<form method="post" action="?lang=${language}">${button('approve')}${button('decline')}${button('expire')}</form>`;
}

function outcomeOf(language: PageLanguage, intent: SandboxIntentTable): string {
  const text = words[language];
  return `<p class="note" role="status">${text.ended[intent.status]}</p>
<p><a class="button" href="${escapeHtml(intent.return_url)}">${text.back}</a></p>`;
}
