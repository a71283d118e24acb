/**
 * /restored/{code}: restored photos that somebody shares, as a page for whoever was given the link: before and after, and a form that takes a
 * copy. Owns its words in both languages; who may see and take them is decided by the operations that it runs.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../context.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { fileLink } from '../files/file-links.ts';
import {
  addGuestPage,
  findShown,
  type GuestForm,
  guestOf,
  identityForm,
  type Notice,
  noticeHtml,
  runAs,
  sendUnknownPage,
} from '../http/guest-pages.ts';
import { escapeHtml, type PageLanguage, pageLanguage, sendPlainPage } from '../http/plain-page.ts';
import type { RestParts } from '../http/rest.ts';
import { readShareCode } from '../share-code.ts';
import { listRestorationFiles } from './restoration-file-store.ts';
import { copiesOf } from './restore-share-claim.ts';
import { restoreSharePath, type ShareStatus } from './restore-share-rules.ts';
import { findShareByCode, listSharedPhotos, listShareItems } from './restore-share-store.ts';

interface Info {
  status: ShareStatus;
  photos: number;
  message: string;
  needs_passcode: boolean;
  expires_at: string;
}

const words = {
  en: {
    title: 'Restored photos for you',
    count: (count: number) => (count === 1 ? '1 photo' : `${count} photos`),
    until: 'until',
    before: 'Before',
    after: 'After',
    hidden: 'The photos are shown once the passcode was given.',
    take: 'Take your own copy',
    free: 'It costs nothing. The copies are yours: download them here, or have them printed.',
    passcode: 'Passcode of six digits',
    claim: 'Take a copy',
    yours: 'The photos are yours.',
    download: 'Download',
    states: {
      active: '',
      expired: 'This share has expired. Ask whoever sent it for a new one.',
      revoked: 'This share was withdrawn by whoever sent it.',
      full: 'This share was taken as often as it may be.',
    } satisfies Record<ShareStatus, string>,
  },
  zh: {
    title: '送给您的修复照片',
    count: (count: number) => `${count} 张照片`,
    until: '有效期至',
    before: '修复前',
    after: '修复后',
    hidden: '输入口令后即可看到照片。',
    take: '领取一份',
    free: '领取不收费。照片归您所有,可在此下载,也可冲印。',
    passcode: '6 位口令',
    claim: '领取',
    yours: '照片已归您所有。',
    download: '下载',
    states: {
      active: '',
      expired: '分享已过期,请让对方重新发送。',
      revoked: '对方已收回分享。',
      full: '分享的领取次数已用完。',
    } satisfies Record<ShareStatus, string>,
  },
} satisfies Record<PageLanguage, object>;

type PageRequest = FastifyRequest<{ Params: { code: string } }>;

/** Mounts the page and its forms. */
export function addRestoreSharePage(http: FastifyInstance, parts: RestParts): void {
  addGuestPage(http, parts, {
    url: restoreSharePath(':code'),
    maxFiles: 0,
    show: (request, reply, notice) => show(parts, { request: request as PageRequest, reply, notice }),
    send: (request, reply, { caller, form }) =>
      claim(parts, { request: request as PageRequest, reply, caller, form }),
  });
}

/** From then on the page shows the copies. */
async function claim(
  parts: RestParts,
  {
    request,
    reply,
    caller,
    form,
  }: { request: PageRequest; reply: FastifyReply; caller: Caller; form: GuestForm },
): Promise<string> {
  const { passcode = '' } = form.fields;
  const input = { code: request.params.code, ...(passcode !== '' && { passcode }) };
  await runAs(parts, { name: 'claim_restore_share', caller, input, request, reply });
  return `?lang=${pageLanguage(request)}`;
}

async function show(
  parts: RestParts,
  { request, reply, notice }: { request: PageRequest; reply: FastifyReply; notice: Notice },
): Promise<FastifyReply> {
  const language = pageLanguage(request);
  const text = words[language];
  const { code } = request.params;
  const wanted = { name: 'get_restore_share_info', input: { code }, request, reply };
  const info = await findShown<Info>(parts, wanted);
  if (!info) return sendUnknownPage(reply, language);
  const isOpen = info.status === 'active';
  const caller = await guestOf(parts, request);
  const taken = caller && (await findTaken(parts, { code, caller }));
  const form = taken || !isOpen ? '' : caller ? claimForm(info, language) : identityForm(language, notice);
  const body = [
    noticeHtml(language, notice),
    taken && `<p>${text.yours}</p>${copiesHtml(parts, taken, language)}`,
    isOpen && `<p>${text.count(info.photos)}, ${text.until} ${info.expires_at.slice(0, 10)}</p>`,
    info.message && `<p class="text">${escapeHtml(info.message)}</p>`,
    !isOpen && !taken && `<p class="note">${text.states[info.status]}</p>`,
    isOpen && info.needs_passcode && !taken && `<p>${text.hidden}</p>`,
    isOpen && !info.needs_passcode && !taken && (await pairsHtml(parts, { code, language })),
    form && `<h2>${text.take}</h2><p>${text.free}</p>${form}`,
  ];
  return sendPlainPage(reply, {
    language,
    title: text.title,
    body: body.filter(Boolean).join('\n'),
    withForms: true,
  });
}

function claimForm({ needs_passcode }: Info, language: PageLanguage): string {
  const text = words[language];
  const passcode = `<label>${text.passcode}<input name="passcode" inputmode="numeric" autocomplete="off" required maxlength="20"></label>`;
  return `<form method="post" action="?lang=${language}">${needs_passcode ? passcode : ''}<button class="main">${text.claim}</button></form>`;
}

const pathOf = (link: string): string => escapeHtml(new URL(link).pathname);

function copiesHtml({ deps }: RestParts, copies: readonly DocumentTable[], language: PageLanguage): string {
  const shown = copies.map(({ id, filename }) => {
    const [small, whole] = [fileLink(deps, id, 'thumbnail'), fileLink(deps, id, 'original')];
    return `<figure><img src="${pathOf(small)}" alt="${escapeHtml(filename)}"><figcaption><a href="${pathOf(whole)}">${words[language].download}</a></figcaption></figure>`;
  });
  return `<div class="pair">${shown.join('')}</div>`;
}

/** What this guest took before: it is theirs, whatever has become of the share. */
async function findTaken(
  { deps }: RestParts,
  { code, caller }: { code: string; caller: Caller },
): Promise<DocumentTable[] | undefined> {
  const share = await findShareByCode(deps.database.query, readShareCode(code)!);
  const copies = share && (await copiesOf(deps, share, caller.accountId));
  return copies && copies.length > 0 ? copies : undefined;
}

/** Each photo after, and before where that picture is still there. */
async function pairsHtml(
  { deps }: RestParts,
  { code, language }: { code: string; language: PageLanguage },
): Promise<string> {
  const text = words[language];
  const db = deps.database.query;
  const share = await findShareByCode(db, readShareCode(code)!);
  if (!share) return '';
  const items = await listShareItems(db, [share.id]);
  const files = await listRestorationFiles(
    db,
    items.map((item) => item.restoration_id),
  );
  const photos = await listSharedPhotos(db, share.id);
  const figure = (link: string, caption: string) =>
    `<figure><img src="${pathOf(link)}" alt="${caption}"><figcaption>${caption}</figcaption></figure>`;
  const pairs = photos.map(({ position }) => {
    const restorationId = items.find((item) => item.position === position)?.restoration_id;
    const before = files.find((file) => file.restoration_id === restorationId && file.kind === 'before');
    const shown = [
      before ? figure(fileLink(deps, share.id, 'shared_before', position), text.before) : '',
      figure(fileLink(deps, share.id, 'shared', position), text.after),
    ];
    return `<div class="pair">${shown.join('')}</div>`;
  });
  return pairs.join('');
}
