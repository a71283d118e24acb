/**
 * Plain pages behind links that people are given: who opens one identifies by phone and code, then sends a form that does what one of
 * the operations does. Owns the session in a form and the reading of forms; works without scripts. Must never decide anything about a
 * feature, nor do what no operation does.
 *
 * INVARIANTS
 * 1. A form that changes something comes from a page of this site (its Origin says so), as a script's request by session does.
 * 2. Nothing of a body is read before it is known who sends it; a form has as many files and bytes as is said, and no more.
 */
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError } from '@platen/contracts/app-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Deps, IncomingFile } from '../context.ts';
import { execute } from '../operation/operation.ts';
import type { StagedFile } from '../ports/files.ts';
import { asAppError } from './http-refusals.ts';
import { escapeHtml, type PageLanguage, pageLanguage, sendPlainPage } from './plain-page.ts';
import type { RestParts } from './rest.ts';
import { drain, endAfterAnswer, pipeBody } from './rest-upload.ts';
import { sessionCookieOf } from './session-cookie.ts';

/** What a page says beside what it always shows: how the last form ended. */
export interface Notice {
  refusal?: AppError;
  done?: string;
  /** The number that a code was sent to: the code is asked for next. */
  phone?: string;
}

/** Room for boundaries and the other fields of a form. */
const formFieldBytes = 64 * 1024;
const maxFieldBytes = 4096;
const maxFields = 20;

const words = {
  en: {
    who: 'First, your phone number: the shop sends you a code.',
    phone: 'Phone number',
    send: 'Send me a code',
    sent: (phone: string) => `A code was sent to ${phone}. It is good for 5 minutes.`,
    code: 'Code of 6 digits',
    enter: 'Go on',
    another: 'Use another number',
    refused: {
      unauthenticated: 'That code is wrong or no longer good.',
      rate_limited: 'Too many tries. Please wait a little.',
      too_large: 'That is too large.',
    } as Record<string, string>,
    other: 'That did not work.',
    unknown: 'There is no such page.',
    check: 'Check the link with whoever gave it to you.',
  },
  zh: {
    who: '请先填写手机号,我们会发送验证码。',
    phone: '手机号',
    send: '发送验证码',
    sent: (phone: string) => `验证码已发送至 ${phone},5 分钟内有效。`,
    code: '6 位验证码',
    enter: '继续',
    another: '换一个号码',
    refused: {
      unauthenticated: '验证码不正确或已失效。',
      rate_limited: '操作太频繁,请稍后再试。',
      too_large: '文件太大。',
      forbidden: '无法提交:密码不正确,或您不在名单内。',
      conflict: '现在无法完成。',
      unprocessable: '填写的内容或文件无法使用。',
      malformed: '填写的内容有误。',
      not_found: '没有找到。',
    } as Record<string, string>,
    other: '操作没有成功。',
    unknown: '没有这个页面。',
    check: '请向给您链接的人确认地址。',
  },
};

/** What comes first on the page: why the last form was refused, or what it did. */
export function noticeHtml(language: PageLanguage, { refusal, done }: Notice): string {
  if (done !== undefined) return `<p class="note good" role="status">${escapeHtml(done)}</p>`;
  if (!refusal) return '';
  const text = words[language];
  const known = text.refused[refusal.code];
  // The sentence is in English and says exactly what is wrong; in another language it stands below what it means.
  if (language === 'en' && !known)
    return `<p class="note bad" role="alert">${escapeHtml(refusal.sentence)}</p>`;
  const exact =
    known && refusal.code === 'unauthenticated'
      ? ''
      : `<br><small lang="en">${escapeHtml(refusal.sentence)}</small>`;
  return `<p class="note bad" role="alert">${known ?? text.other}${exact}</p>`;
}

/** The form by which a guest says who they are: the number, then the code. */
export function identityForm(language: PageLanguage, { phone }: Notice): string {
  const text = words[language];
  const query = `?lang=${language}`;
  if (phone === undefined) {
    return `<p>${text.who}</p>
<form method="post" action="${query}&amp;do=code"><label>${text.phone}<input name="phone" type="tel" autocomplete="tel" required maxlength="40"></label>
<button class="main">${text.send}</button></form>`;
  }
  return `<p role="status">${escapeHtml(text.sent(phone))}</p>
<form method="post" action="${query}&amp;do=enter"><input type="hidden" name="phone" value="${escapeHtml(phone)}">
<label>${text.code}<input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,9}" required maxlength="9" autofocus></label>
<button class="main">${text.enter}</button></form><p><a href="${query}">${text.another}</a></p>`;
}

/** Runs the operation of this name as the guest. */
export async function runAs(
  { deps, operations }: RestParts,
  {
    name,
    caller,
    input,
    file,
    request,
    reply,
  }: {
    name: string;
    caller: Caller | undefined;
    input: object;
    file?: IncomingFile;
    request: FastifyRequest;
    reply: FastifyReply;
  },
  // biome-ignore lint/suspicious/noExplicitAny: answers of any operation.
): Promise<any> {
  const operation = operations.find((each) => each.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  return await execute(operation, deps, {
    caller,
    input,
    file,
    clientAddress: request.ip,
    session: () => sessionCookieOf(request, reply, deps.publicUrl()),
  });
}

/** What the operation of this name shows to anybody; undefined where it refuses, so that the page says that there is none. */
export async function findShown<T>(
  parts: RestParts,
  call: { name: string; input: object; request: FastifyRequest; reply: FastifyReply },
): Promise<T | undefined> {
  try {
    return await runAs(parts, { ...call, caller: undefined });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error;
    return undefined;
  }
}

/** The page of a link behind which there is nothing. */
export function sendUnknownPage(reply: FastifyReply, language: PageLanguage): FastifyReply {
  const { unknown, check } = words[language];
  return sendPlainPage(reply, { language, title: unknown, body: `<p>${check}</p>`, status: 404 });
}

/** Who sits at the browser; undefined when its session has ended or there is none. */
export async function guestOf(
  { authenticate }: RestParts,
  { headers, cookies }: FastifyRequest,
): Promise<Caller | undefined> {
  if (headers.cookie === undefined) return undefined;
  try {
    // Where a form comes from is looked at by `addGuestPage`: a form can't send the header that scripts send.
    return await authenticate(undefined, { method: 'GET', headers, cookies });
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated') return undefined;
    throw error;
  }
}

export interface GuestForm {
  fields: Record<string, string>;
  files: Array<{ staged: StagedFile; filename: string | undefined }>;
}

export interface GuestPage {
  /** `/share/:code` */
  url: string;
  maxFiles: number;
  show(request: FastifyRequest, reply: FastifyReply, notice: Notice): Promise<FastifyReply>;
  /**
   * Does what the page is for. Returns the address that shows what was done: a browser that loads the page again must not send the form
   * again.
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    sent: { caller: Caller; form: GuestForm },
  ): Promise<string>;
}

/** Mounts the page and its forms: `?do=code`, `?do=enter`, and the one that it is for. */
export function addGuestPage(http: FastifyInstance, parts: RestParts, page: GuestPage): void {
  const { deps } = parts;
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_r, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(text as string))),
    );
    scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    scope.get(page.url, async (request, reply) => await page.show(request, reply, {}));
    scope.post(page.url, { bodyLimit: maxFieldBytes }, async (request, reply) => {
      try {
        // Throws for a page of another site.
        sessionCookieOf(request, reply, deps.publicUrl());
        const step = (request.query as { do?: unknown }).do;
        if (step === 'code')
          return await page.show(request, reply, { phone: await askForCode(parts, request, reply) });
        if (step === 'enter') {
          await enter(parts, request, reply);
          return reply.redirect(`?lang=${pageLanguage(request)}`, 303);
        }
        const caller = await guestOf(parts, request);
        if (!caller) return await page.show(request, reply, {});
        const form = await readForm(parts, request, { reply, caller, maxFiles: page.maxFiles });
        try {
          return reply.redirect(await page.send(request, reply, { caller, form }), 303);
        } finally {
          for (const { staged } of form.files) await staged.discard();
        }
      } catch (error) {
        const refusal = asAppError(error);
        if (refusal.code === 'internal') {
          deps.log('error', 'request.failed', {
            requestId: request.id,
            method: 'POST',
            url: page.url,
            error,
          });
        }
        reply.code(refusal.status);
        // Whoever has a code is asked for it again, unless it was for nobody.
        const { do: step } = request.query as { do?: unknown };
        const { phone } = fieldsOf(request);
        const isCodeAsked = step === 'enter' && phone && refusal.code !== 'forbidden';
        return await page.show(request, reply, { refusal, ...(isCodeAsked && { phone }) });
      }
    });
  });
}

const fieldsOf = ({ body }: FastifyRequest): Record<string, string> => (body ?? {}) as Record<string, string>;

async function askForCode(parts: RestParts, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { phone = '' } = fieldsOf(request);
  const language = pageLanguage(request) === 'zh' ? 'zh-CN' : 'en';
  await runAs(parts, { name: 'request_code', caller: undefined, input: { phone, language }, request, reply });
  return phone;
}

/** Logs in, or makes an account of the number: the same code is good for both. */
async function enter(parts: RestParts, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { phone = '', code = '' } = fieldsOf(request);
  const input = { phone, code: code.replaceAll(/\s/g, '') };
  try {
    await runAs(parts, { name: 'login', caller: undefined, input, request, reply });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    await runAs(parts, { name: 'register_account', caller: undefined, input, request, reply });
  }
}

/** The form's fields and its files, streamed into staging; whoever asked discards them. */
async function readForm(
  { deps, room }: RestParts,
  request: FastifyRequest,
  { reply, caller, maxFiles }: { reply: FastifyReply; caller: Caller; maxFiles: number },
): Promise<GuestForm> {
  if (!/^multipart\/form-data/i.test(request.headers['content-type'] ?? '')) {
    return { fields: fieldsOf(request), files: [] };
  }
  const max = deps.maxUploadBytes * maxFiles + formFieldBytes;
  if (Number(request.headers['content-length'] ?? 0) > max) {
    endAfterAnswer(request, reply);
    throw new AppError(
      'too_large',
      `The photos of one form are larger than ${Math.floor(max / 1024 / 1024)} MiB.`,
    );
  }
  await room.enter(request, reply, caller.accountId);
  const form: GuestForm = { fields: {}, files: [] };
  try {
    await streamForm(deps, request, { form, maxFiles });
    return form;
  } catch (error) {
    drain(request.raw, deps.maxUploadBytes);
    throw error;
  }
}

type FormFile = GuestForm['files'][number];

async function streamForm(
  { files: store, maxUploadBytes }: Deps,
  { raw, headers }: FastifyRequest,
  { form, maxFiles }: { form: GuestForm; maxFiles: number },
): Promise<void> {
  const parser = new Busboy({
    headers: { 'content-type': headers['content-type']! } as BusboyHeaders,
    limits: { files: maxFiles + 1, fields: maxFields, fieldSize: maxFieldBytes, headerPairs: 20 },
  });
  const writing: Promise<FormFile>[] = [];
  const parts: Readable[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (name, value) => {
        form.fields[name] = value;
      });
      parser.on('file', (_name, part: Readable, filename: string | undefined) => {
        if (writing.length >= maxFiles) {
          part.resume();
          reject(new AppError('malformed', `At most ${maxFiles} files go into one form.`));
          return;
        }
        parts.push(part);
        const written = writePart(store, part, maxUploadBytes).then((staged) => ({ staged, filename }));
        writing.push(written);
        written.catch(reject);
      });
      parser.on('error', () => reject(new AppError('malformed', "The form can't be read.")));
      parser.on('finish', () => resolve());
      pipeBody(raw, parser, reject);
    });
    for (const file of await Promise.all(writing)) form.files.push(file);
  } catch (error) {
    raw.unpipe(parser);
    // A part that is cut off has no end of its own, and whoever writes it would wait for more.
    for (const part of parts) part.destroy();
    const settled = await Promise.allSettled(writing);
    for (const each of settled) if (each.status === 'fulfilled') await each.value.staged.discard();
    throw error;
  }
}

async function writePart(store: Deps['files'], part: Readable, maxBytes: number): Promise<StagedFile> {
  const staging = await store.stage(maxBytes);
  try {
    for await (const chunk of part) await staging.write(chunk as Buffer);
    return await staging.finish();
  } catch (error) {
    await staging.discard();
    part.resume();
    throw error;
  }
}
