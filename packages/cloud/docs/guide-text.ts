/** The guides in front of the reference. Owns their words; their programs are in guide-code.ts, codes and types of events come from their tables. */
import { type ErrorCode, errorStatus } from '@platen/contracts/app-error';
import { eventTypes } from '@platen/contracts/event-types';
import { codeBoxHtml } from './code-box.ts';
import { breakable, escapeHtml } from './docs-shell.ts';
import type { Linked } from './field-table.ts';
import { everyPage, firstOrder, followEvents, liveEvents, resumedUpload, whoAmI } from './guide-code.ts';

export interface Guide {
  id: string;
  title: string;
  html(linked: Linked): string;
}

/** What each code means, and what a program does about it. */
const errorWords: Record<ErrorCode, string> = {
  malformed:
    "It can't be read, or a field has the wrong shape; the sentence names the field. Mend the request.",
  unauthenticated: 'No key, or one that is not valid. Make a key, or log in again.',
  forbidden: 'The key is valid; its account may not do this.',
  not_found: 'Not there, or not yours.',
  no_such_route: 'No endpoint has this method and path.',
  conflict:
    'The state does not allow it: paid already, not enough balance, an idempotency key with another body.',
  too_large: 'The body or the file is too large. The sentence says what is allowed.',
  unprocessable:
    "Well-formed, but it can't be honoured: an unknown size, a photo that can't be read, a region not served.",
  rate_limited: 'Too often. Wait for `retry_after_seconds` (also in Retry-After), then try again.',
  internal: 'Our fault; nothing of the request was kept. Try again with the same idempotency key.',
  unavailable: 'The service is starting or stopping. Try again in some seconds.',
};

const codeBox = (id: string, label: string, texts: ReturnType<typeof firstOrder>): string =>
  codeBoxHtml({ id: `code.guide-${id}`, label }, texts);

/** All of them, in the order in which people need them. `origin` is the address of the service. */
export const guides = (origin: string): Guide[] => [
  {
    id: 'getting-started',
    title: 'Getting started',
    html: (linked) =>
      `<p>${linked('Three calls lead to a print: upload, order, pay. You need a key (create_api_key, or the account page after logging in), some balance (create_topup), and a picture named `photo.jpg` in the folder where you paste this.')}</p>
${codeBox('getting-started', 'From a photo to a paid order', firstOrder(origin))}
<p>Curl's examples are for a shell such as bash or zsh, JavaScript's for Node.js 20 or later (a file that ends in <code>.mjs</code>), Python's for 3.8 or later with nothing installed. Each stands by itself. What an example needs first stands above it; give it as an environment variable:</p>
<pre class="plain" tabindex="0" role="region" aria-label="Environment variables"><code>export PLATEN_API_KEY=platen_live_your_key
export ORDER_ID=the_order_id_that_create_order_answered</code></pre>
<p>Amounts are numbers in major units beside their <code>currency</code>. Times are RFC 3339 in UTC. Ids are opaque.</p>`,
  },
  {
    id: 'authentication',
    title: 'Keys and sessions',
    html: (linked) =>
      `<p>${linked('A program sends `Authorization: Bearer <key>`. Keys come from create_api_key, are shown once, can end by themselves (`expires_in_days`) and stop working at once when revoke_api_key is called.')}</p>
${codeBox('authentication', 'Whose key it is', whoAmI(origin))}
<p>${linked('A browser logs in by request_code and login and then holds the cookie `__Host-platen_session`. Whatever changes something then also carries the header `X-Platen-CSRF`, with any value.')}</p>`,
  },
  {
    id: 'errors',
    title: 'Errors and codes',
    html: (linked) =>
      `<p>A refusal is JSON with one sentence for people, <code>error</code>. Programs read its code in the header <code>Platen-Error</code>; each answer has its <code>X-Request-Id</code>.</p>
<pre class="plain" tabindex="0" role="region" aria-label="A refusal"><code>HTTP/1.1 400 Bad Request
Platen-Error: malformed

{"error":"items[0].quantity: must be a whole number from 1 to 999"}</code></pre>
<table class="fields" aria-label="Codes of refusals"><thead class="unseen"><tr><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead><tbody>${errorRows(linked)}</tbody></table>`,
  },
  {
    id: 'idempotency',
    title: 'Idempotency',
    html: () =>
      `<p>Connections break after a request has arrived and before its answer has. Whatever creates or pays therefore takes an <code>Idempotency-Key</code>: any text of up to 200 characters that names this one act. Sent again with the same key within 24 hours, the act is not done again; you get the first answer again.</p>
<ul><li>Make a key for each act, keep it over retries of that act, and use a new one for the next.</li><li>The same key with another body is refused with 409, so that a mistake does not pass for a success.</li><li>A key belongs to its account: nobody else's can meet it. What was refused is not kept; it may be tried again with the same key.</li></ul>
<p>The examples of the reference make a new key each time. <a href="#getting-started">Getting started</a> pays with a key that is named after the order: however often that runs, the order is paid once.</p>`,
  },
  {
    id: 'paging',
    title: 'Paging',
    html: () =>
      `<p>Lists answer <code>items</code>, <code>page</code>, <code>page_size</code> and <code>total</code>, the newest first. <code>page</code> begins with 1; <code>page_size</code> is 20 unless told and 100 at most (<code>limit</code> is the same thing where a list names it so).</p>
${codeBox('paging', 'Every order, a page after another', everyPage(origin))}`,
  },
  {
    id: 'events',
    title: 'Following events',
    html: (linked) =>
      `<p>${linked('Every change that could concern you is one event of a log, written in the transaction of the change and numbered without gaps. list_events returns what came behind a number and waits up to 25 seconds for more; whoever goes on from the `sequence` of each answer gets each event once, in order. It needs no open port and no webhook.')}</p>
${codeBox('events', 'What happens from now on', followEvents(origin))}
<p>Events that are no history of something are kept for a while (30 days unless this service was set otherwise). Whoever was away for longer is told so (409): read the state anew and go on from where the log stands. Narrow it by <code>types=order.*,restoration.completed</code>.</p>
<details class="answer"><summary><h3>What there is</h3> <span>types of events that a customer sees</span></summary><table class="fields" aria-label="Types of events"><thead class="unseen"><tr><th scope="col">Type</th><th scope="col">What happened</th></tr></thead><tbody>${eventRows()}</tbody></table></details>`,
  },
  {
    id: 'live',
    title: 'Live streams',
    html: (linked) =>
      `<p>${linked('The log is also one answer that stays open (`text/event-stream`), at `GET /api/events/live`. First comes a snapshot that says where the log stands, then each event as it is committed, a beat every ten seconds, and an `end` with its reason: `revoked` asks for a login, `closing` and `stalled` to come back. Whoever comes back with `after` gets what came since, each event once.')}</p>
${codeBox('live', 'Events as they come', liveEvents(origin))}
<p>Come back with a pause that has some chance in it, not at once. A reader that is too slow is told so and loses nothing: the log keeps it.</p>`,
  },
  {
    id: 'uploads',
    title: 'Uploads that resume',
    html: (linked) =>
      `<p>${linked('upload_photo and upload_document take a file in one request. Where it is large or the connection weak, announce it (create_upload), send its bytes by PATCH, and finish (finish_upload). The service says how many bytes have come; you send what follows. Nothing is sent twice but the piece that broke, and an upload waits for a day.')}</p>
${codeBox('uploads', 'A file in pieces', resumedUpload(origin))}
<p>PATCH carries <code>Content-Type: application/partial-upload</code> and <code>Upload-Offset</code>, the number of bytes before this piece. When it isn't the number that has come, the answer is 409 and says the right one in its own <code>Upload-Offset</code>.</p>`,
  },
  {
    id: 'paying',
    title: 'Payments without webhooks',
    html: (linked) =>
      `<p>${linked('pay_with_balance pays at once. create_payment with a provider answers the address of a page where a person pays; the provider then tells this service by itself, so that you need no webhook of your own. Follow `payment.succeeded` and `order.paid` in the events, or ask get_payment_status.')}</p>
<p>${linked('An order that is not paid in time is cancelled by itself. Copies that did not come out are refunded to where the money came from; the ledger (get_balance_transactions) says why.')}</p>`,
  },
];

function errorRows(linked: Linked): string {
  const seen = new Set<number>();
  return Object.entries(errorStatus)
    .map(([code, status]) => {
      const anchor = seen.has(status) ? '' : ` id="error-${status}"`;
      seen.add(status);
      return `<tr${anchor}><th scope="row"><code>${breakable(code)}</code><span class="type">${status}</span></th><td>${linked(errorWords[code as ErrorCode])}</td></tr>`;
    })
    .join('');
}

const eventRows = (): string =>
  Object.entries(eventTypes)
    .filter(([, { seenBy }]) => seenBy.some((audience) => audience !== 'shop'))
    .map(
      ([type, { says }]) =>
        `<tr><th scope="row"><code>${breakable(type)}</code></th><td>${escapeHtml(says)}</td></tr>`,
    )
    .join('');
