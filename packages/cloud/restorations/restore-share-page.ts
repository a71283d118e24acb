/**
 * /restored/{code}: restored photos that somebody shares, as a page for whoever was given the link: before and after, and a form that takes a
 * copy. Owns its words in both languages; who may see and take them is decided by the operations that it runs.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../context.ts';
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
} from '../guest-pages.ts';
import { escapeHtml, type PageLanguage, pageLanguage, sendPlainPage } from '../plain-page.ts';
import type { RestParts } from '../rest.ts';
import { listRestorationFiles } from './restoration-file-store.ts';
import { readShareCode, restoreSharePath, type ShareStatus } from './restore-share-rules.ts';
import { findShareByCode, listSharedPhotos, listShareItems } from './restore-share-store.ts';

interface Info {
  status: ShareStatus;
  photos: number;
  message: string;
  needs_passcode: boolean;
  expires_at: string;
}

interface Claimed {
  photos: Array<{ photo_id: string; filename: string; thumbnail_url: string; download_url: string }>;
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
    unknown: 'There is no such page.',
    check: 'Check the link with whoever gave it to you.',
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
    unknown: '没有这个页面。',
    check: '请向给您链接的人确认地址。',
  },
} satisfies Record<PageLanguage, object>;

type PageRequest = FastifyRequest<{ Params: { code: string } }>;

/** Mounts the page and its forms. */
export function addRestoreSharePage(http: FastifyInstance, parts: RestParts): void {
  const taken = new WeakMap<FastifyRequest, Claimed>();
  addGuestPage(http, parts, {
    url: restoreSharePath(':code'),
    maxFiles: 0,
    show: (request, reply, notice) =>
      show(parts, { request: request as PageRequest, reply, notice, claimed: taken.get(request) }),
    async send(request, reply, { caller, form }) {
      taken.set(request, await claim(parts, { request: request as PageRequest, reply, caller, form }));
      return words[pageLanguage(request)].yours;
    },
  });
}

async function claim(
  parts: RestParts,
  {
    request,
    reply,
    caller,
    form,
  }: { request: PageRequest; reply: FastifyReply; caller: Caller; form: GuestForm },
): Promise<Claimed> {
  const { passcode = '' } = form.fields;
  const input = { code: request.params.code, ...(passcode !== '' && { passcode }) };
  return await runAs(parts, { name: 'claim_restore_share', caller, input, request, reply });
}

async function show(
  parts: RestParts,
  {
    request,
    reply,
    notice,
    claimed,
  }: { request: PageRequest; reply: FastifyReply; notice: Notice; claimed: Claimed | undefined },
): Promise<FastifyReply> {
  const language = pageLanguage(request);
  const text = words[language];
  const { code } = request.params;
  const wanted = { name: 'get_restore_share_info', input: { code }, request, reply };
  const info = await findShown<Info>(parts, wanted);
  if (!info)
    return sendPlainPage(reply, { language, title: text.unknown, body: `<p>${text.check}</p>`, status: 404 });
  const isOpen = info.status === 'active';
  const caller = isOpen ? await guestOf(parts, request) : undefined;
  const form = claimed || !isOpen ? '' : caller ? claimForm(info, language) : identityForm(language, notice);
  const body = [
    noticeHtml(language, notice),
    claimed ? copiesHtml(claimed, language) : '',
    isOpen && `<p>${text.count(info.photos)}, ${text.until} ${info.expires_at.slice(0, 10)}</p>`,
    info.message && `<p class="text">${escapeHtml(info.message)}</p>`,
    !isOpen && !claimed && `<p class="note">${text.states[info.status]}</p>`,
    isOpen && info.needs_passcode && !claimed && `<p>${text.hidden}</p>`,
    isOpen && !info.needs_passcode && !claimed && (await pairsHtml(parts, { code, language })),
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

function copiesHtml({ photos }: Claimed, language: PageLanguage): string {
  const shown = photos.map(
    ({ filename, thumbnail_url, download_url }) =>
      `<figure><img src="${pathOf(thumbnail_url)}" alt="${escapeHtml(filename)}"><figcaption><a href="${pathOf(download_url)}">${words[language].download}</a></figcaption></figure>`,
  );
  return `<div class="pair">${shown.join('')}</div>`;
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
