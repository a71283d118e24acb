/**
 * Where a provider sends the customer's browser afterwards: it says how the payment stands, after asking the provider when
 * the webhook has not come yet. Its address is known to who paid; it shows no name and no order.
 */
import { type Currency, moneyText } from '@platen/contracts/money';
import type { PaymentStatus } from '@platen/contracts/states';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../context.ts';
import { type PageLanguage, pageLanguage, sendPlainPage } from '../http/plain-page.ts';
import { confirmPayment } from './payment-checks.ts';
import { returnPath } from './payment-start.ts';
import { findPaymentById } from './payment-store.ts';

/** The page of the web that leads back to what was being paid. */
const paidPath = '/paid';

const words: Record<PageLanguage, Record<PaymentStatus | 'returned' | 'unknown' | 'back', string>> = {
  en: {
    succeeded: 'Thank you, the payment has arrived.',
    pending: 'The payment is being confirmed. Load this page again in a moment.',
    failed: 'The payment did not go through.',
    returned: 'The payment came too late. The money goes back to where it came from.',
    expired: 'The time to pay is over. Nothing was paid.',
    unknown: 'There is no such payment.',
    back: 'Continue',
  },
  zh: {
    succeeded: '谢谢，款项已收到。',
    pending: '正在确认付款，请稍后刷新本页。',
    failed: '付款未成功。',
    returned: '付款来得太晚，款项将原路退回。',
    expired: '付款已过期，没有扣款。',
    unknown: '没有这笔付款。',
    back: '继续',
  },
};

/** Mounts the page. */
export function addPaymentReturnPage(http: FastifyInstance, deps: Deps): void {
  http.get<{ Params: { payment_id: string } }>(`${returnPath}/:payment_id`, async (request, reply) => {
    const language = pageLanguage(request);
    const text = words[language];
    const found = await findPaymentById(deps.database.query, request.params.payment_id);
    if (!found?.provider_ref) {
      return sendPlainPage(reply, { language, title: text.unknown, body: '', status: 404 });
    }
    const payment = await confirmPayment(deps, found);
    const amount = moneyText(payment.amount_minor, payment.currency as Currency);
    // Which order it was knows the browser that was sent to pay, not this page: /paid leads on.
    const back = `<p><a class="button main" href="${paidPath}">${text.back}</a></p>`;
    const body = `<p class="amount">${amount}</p>${back}`;
    const returned = payment.status !== 'succeeded' && payment.captured_minor > 0;
    const title = text[returned ? 'returned' : payment.status];
    return sendPlainPage(reply, { language, title, body });
  });
}
