/**
 * POST /api/webhooks/payments/{provider}: where providers say what became of a payment or a refund. Needs no key: the
 * provider's signature over the raw body is the proof. 200 heard, 400 not genuine, 404 unknown, 500 say it again later.
 */
import { AppError } from '@platen/contracts/app-error';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../context.ts';
import { hearProvider } from './payment-intake.ts';
import { addPaymentReturnPage } from './payment-return-page.ts';

const bodyBytes = 64 * 1024;

/** Mounts the webhooks, the page that customers return to, and the pages of providers that live inside the cloud. */
export function addPaymentRoutes(http: FastifyInstance, deps: Deps): void {
  for (const provider of deps.payments.values()) provider.addPages?.(http);
  addPaymentReturnPage(http, deps);
  http.register(async (scope) => {
    // The signature is over the bytes as they came, whatever type they are said to have.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { provider: string } }>(
      '/api/webhooks/payments/:provider',
      { bodyLimit: bodyBytes },
      async (request) => {
        const provider = deps.payments.get(request.params.provider);
        if (!provider) throw new AppError('not_found', 'No such payment provider.');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const event = provider.readWebhook({ headers: request.headers, body, now: deps.now() });
        if (event) await hearProvider(deps, provider, event);
        return { received: true };
      },
    );
  });
}
