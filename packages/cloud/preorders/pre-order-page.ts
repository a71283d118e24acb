/**
 * /share/{code}: what a pre-order asks for, as a page for whoever was given the link, with a form that submits photos. Owns its words in
 * both languages; what may be submitted is decided by the operations that the form runs.
 */
import { AppError } from '@platen/contracts/app-error';
import { pictureFormats, pictureMediaTypes } from '@platen/imaging/decode/file-type';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../context.ts';
import { readDeliveryBook } from '../delivery/delivery-store.ts';
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
import { offerNow } from '../offers/offer-now.ts';
import { refuseOffer } from '../offers/offer-rules.ts';
import { type Catalogue, offeredSizes, papersOfSize } from '../prices/price-rules.ts';
import { preOrderSharePath, type ShareState, type SpecOffer } from './pre-order-rules.ts';

/** Of one form; whoever has more sends another. */
const maxFiles = 20;

interface Share {
  title: string;
  description: string;
  order_type: 'photo' | 'document';
  spec_mode: 'fixed' | 'per_submission';
  fixed_spec: { size: string; paper_type: string; quantity: number } | null;
  max_quantity: number;
  deadline: string | null;
  remaining: number;
  quota_per_person: number | null;
  quota_total: number | null;
  state: ShareState;
  owner_nickname: string;
  needs_password: boolean;
  allow: 'anyone' | 'phones';
}

interface Sent {
  submission_id: string;
  status: 'pending' | 'approved' | 'rejected' | 'cancelled';
  reject_reason: string;
  photos: Array<{ thumbnail_url: string | null; filename: string | null }>;
}

const words = {
  en: {
    from: 'From',
    until: 'Until',
    noEnd: 'No deadline',
    print: 'Printed as',
    copies: (count: number) => (count === 1 ? '1 copy of each' : `${count} copies of each`),
    chosen: 'You choose below',
    room: 'Room left',
    photos: (count: number) => `${count} ${count === 1 ? 'photo' : 'photos'}`,
    each: (count: number) => `${count} at most from each person`,
    listed: 'Only phone numbers that were listed may submit.',
    states: {
      not_yet_open: 'It is not open yet. Please come back later.',
      open: '',
      full: 'It is full: it has all the photos that it takes. Thank you!',
      expired: 'The time for sending photos is over.',
      closed: 'It is closed and takes no more photos.',
    } satisfies Record<ShareState, string>,
    send: 'Send photos',
    choose: (formats: string) => `Photos (${formats}), ${maxFiles} at most at a time`,
    chooseDocuments: (formats: string) => `Files (PDF, ${formats}), ${maxFiles} at most at a time`,
    name: 'Your name, for whoever collects them',
    password: 'Password of this page',
    sheet: 'Size and paper',
    quantity: 'Copies of each',
    free: 'You pay nothing here.',
    submit: 'Send',
    none: 'Choose at least one file.',
    done: (count: number) => `Thank you, ${count === 1 ? 'your photo has' : `${count} photos have`} arrived.`,
    mine: 'What you have sent',
    status: {
      pending: 'waits for review',
      approved: 'approved',
      rejected: 'rejected',
      cancelled: 'withdrawn',
    },
  },
  zh: {
    from: '发起人',
    until: '截止时间',
    noEnd: '没有截止时间',
    print: '冲印规格',
    copies: (count: number) => `每张 ${count} 份`,
    chosen: '在下面自行选择',
    room: '还可提交',
    photos: (count: number) => `${count} 张`,
    each: (count: number) => `每人最多 ${count} 张`,
    listed: '只有名单内的手机号可以提交。',
    states: {
      not_yet_open: '尚未开放,请稍后再来。',
      open: '',
      full: '名额已满,谢谢!',
      expired: '提交时间已过。',
      closed: '已关闭,不再接收照片。',
    } satisfies Record<ShareState, string>,
    send: '提交照片',
    choose: (formats: string) => `照片(${formats}),每次最多 ${maxFiles} 张`,
    chooseDocuments: (formats: string) => `文件(PDF、${formats}),每次最多 ${maxFiles} 个`,
    name: '您的姓名(给发起人看)',
    password: '本页密码',
    sheet: '尺寸和纸张',
    quantity: '每张份数',
    free: '在这里提交不收费。',
    submit: '提交',
    none: '请至少选择一个文件。',
    done: (count: number) => `谢谢,已收到 ${count} 张照片。`,
    mine: '您已提交的',
    status: { pending: '等待审核', approved: '已通过', rejected: '未通过', cancelled: '已撤回' },
  },
} satisfies Record<PageLanguage, object>;

type PageRequest = FastifyRequest<{ Params: { code: string } }>;

/** Mounts the page and its forms. */
export function addPreOrderPage(http: FastifyInstance, parts: RestParts): void {
  addGuestPage(http, parts, {
    url: preOrderSharePath(':code'),
    maxFiles,
    show: (request, reply, notice) => show(parts, { request: request as PageRequest, reply, notice }),
    send: (request, reply, { caller, form }) =>
      submit(parts, { request: request as PageRequest, reply, caller, form }),
  });
}

interface Showing {
  request: PageRequest;
  reply: FastifyReply;
  notice: Notice;
}

async function show(parts: RestParts, { request, reply, notice }: Showing): Promise<FastifyReply> {
  const language = pageLanguage(request);
  const text = words[language];
  const share_code = request.params.code;
  const wanted = { name: 'get_share_info', input: { share_code }, request, reply };
  const share = await findShown<Share>(parts, wanted);
  if (!share) return sendUnknownPage(reply, language);
  const caller = await guestOf(parts, request);
  const offer = await offerNow(parts.deps);
  const { settings } = await readDeliveryBook(parts.deps.database);
  const facts = factsOf(share, { language, catalogue: offer.catalogue, timeZone: settings.time_zone });
  const mine = caller ? await mineHtml(parts, { request, reply, caller, language }) : '';
  const form =
    share.state !== 'open'
      ? ''
      : caller
        ? submitForm(share, { language, offer })
        : identityForm(language, notice);
  const body = [
    noticeHtml(language, request.method === 'GET' ? sentNotice(request) : notice),
    share.description && `<p class="text">${escapeHtml(share.description)}</p>`,
    `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`,
    share.state !== 'open' && `<p class="note">${text.states[share.state]}</p>`,
    share.allow === 'phones' && share.state === 'open' && `<p>${text.listed}</p>`,
    form && `<h2>${text.send}</h2>${form}`,
    mine,
  ];
  return sendPlainPage(reply, {
    language,
    title: share.title,
    body: body.filter(Boolean).join('\n'),
    withForms: true,
  });
}

/** What a form has sent before it led here. */
function sentNotice(request: FastifyRequest): Notice {
  const { sent } = request.query as { sent?: unknown };
  const count = typeof sent === 'string' && /^\d{1,2}$/.test(sent) ? Number(sent) : 0;
  return count > 0 ? { done: words[pageLanguage(request)].done(count) } : {};
}

/** What it is, as names and values in HTML. */
function factsOf(
  share: Share,
  { language, catalogue, timeZone }: { language: PageLanguage; catalogue: Catalogue; timeZone: string },
): [string, string][] {
  const text = words[language];
  const spec = share.fixed_spec;
  const print = spec
    ? `${nameOf(catalogue.sizes, spec.size, language)}, ${nameOf(catalogue.papers, spec.paper_type, language)}, ${text.copies(spec.quantity)}`
    : text.chosen;
  const room = [
    // Without a quota the only end is what one order can hold, which tells a guest nothing.
    ...(share.quota_total === null ? [] : [text.photos(share.remaining)]),
    ...(share.quota_per_person === null ? [] : [text.each(share.quota_per_person)]),
  ].join('; ');
  const until = share.deadline === null ? text.noEnd : momentOf(share.deadline, { language, timeZone });
  return [
    ...(share.owner_nickname === ''
      ? []
      : [[text.from, escapeHtml(share.owner_nickname)] as [string, string]]),
    [text.until, until],
    [text.print, print],
    ...(share.state === 'open' && room !== '' ? [[text.room, room] as [string, string]] : []),
  ];
}

const momentOf = (
  time: string,
  { language, timeZone }: { language: PageLanguage; timeZone: string },
): string =>
  new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(time));

function nameOf(
  known: readonly { code: string; name: string; name_zh: string }[],
  code: string,
  language: PageLanguage,
): string {
  const found = known.find((each) => each.code === code);
  return escapeHtml(found ? (language === 'zh' ? found.name_zh : found.name) : code);
}

interface FormParts {
  language: PageLanguage;
  offer: SpecOffer;
}

function submitForm(share: Share, { language, offer }: FormParts): string {
  const text = words[language];
  const isDocument = share.order_type === 'document';
  const accept = [...pictureMediaTypes, ...(isDocument ? ['application/pdf'] : [])].join(',');
  const label = (isDocument ? text.chooseDocuments : text.choose)(pictureFormats);
  return `<p>${text.free}</p>
<form method="post" action="?lang=${language}" enctype="multipart/form-data">
<label>${label}<input name="files" type="file" accept="${accept}" multiple required></label>
<label>${text.name}<input name="submitter_name" maxlength="60" autocomplete="name"></label>
${share.needs_password ? `<label>${text.password}<input name="password" type="password" required maxlength="100" autocomplete="off"></label>` : ''}
${share.spec_mode === 'fixed' ? '' : specFields(share, { language, offer })}
<button class="main">${text.submit}</button></form>`;
}

/** Sizes with the papers on which they can be had now: no choice that is refused once the photos were sent. */
function specFields(share: Share, { language, offer }: FormParts): string {
  const text = words[language];
  const { catalogue, shops } = offer;
  const groups = offeredSizes(catalogue).map((size) => {
    const papers = catalogue.papers.filter(
      (paper) =>
        papersOfSize(catalogue, size.code).includes(paper.code) &&
        !refuseOffer(catalogue, shops, { size, paper, color: 'color', sides: 'one-sided' }),
    );
    const options = papers.map(({ code }) => {
      const value = escapeHtml(`${size.code}|${code}`);
      return `<option value="${value}">${nameOf(catalogue.papers, code, language)}</option>`;
    });
    const label = nameOf(catalogue.sizes, size.code, language);
    return options.length > 0 ? `<optgroup label="${label}">${options.join('')}</optgroup>` : '';
  });
  return `<label>${text.sheet}<select name="sheet" required>${groups.join('')}</select></label>
<label>${text.quantity}<input name="quantity" type="number" min="1" max="${share.max_quantity}" value="1" required></label>`;
}

async function mineHtml(
  parts: RestParts,
  {
    request,
    reply,
    caller,
    language,
  }: { request: PageRequest; reply: FastifyReply; caller: Caller; language: PageLanguage },
): Promise<string> {
  const text = words[language];
  const input = { share_code: request.params.code };
  const { items } = (await runAs(parts, { name: 'list_my_submissions', caller, input, request, reply })) as {
    items: Sent[];
  };
  if (items.length === 0) return '';
  const rows = items.map(({ status, reject_reason, photos }) => {
    const reason = reject_reason === '' ? '' : `: ${escapeHtml(reject_reason)}`;
    const shown = photos.slice(0, 4).map(({ thumbnail_url, filename }) => {
      const alt = escapeHtml(filename ?? '');
      return thumbnail_url === null
        ? ''
        : `<img src="${escapeHtml(new URL(thumbnail_url).pathname)}" alt="${alt}" loading="lazy">`;
    });
    return `<p>${text.photos(photos.length)}: ${text.status[status]}${reason}</p><div class="pair">${shown.join('')}</div>`;
  });
  return `<h2>${text.mine}</h2>${rows.join('')}`;
}

/** Uploads the form's files, then submits them together; when that is refused they are deleted again. */
async function submit(
  parts: RestParts,
  {
    request,
    reply,
    caller,
    form,
  }: { request: PageRequest; reply: FastifyReply; caller: Caller; form: GuestForm },
): Promise<string> {
  const language = pageLanguage(request);
  const text = words[language];
  const files = form.files.filter(({ staged }) => staged.bytes > 0);
  if (files.length === 0) throw new AppError('malformed', text.none);
  const run = (name: string, input: object, file?: GuestForm['files'][number]) =>
    runAs(parts, {
      name,
      caller,
      input,
      request,
      reply,
      ...(file && { file: { receive: async () => file } }),
    });
  const share_code = request.params.code;
  const share = (await run('get_share_info', { share_code })) as Share;
  if (share.state !== 'open') throw new AppError('conflict', words[language].states[share.state]);
  const isDocument = share.order_type === 'document';
  const uploaded: string[] = [];
  try {
    for (const file of files) {
      const made = await run(isDocument ? 'upload_document' : 'upload_photo', {}, file);
      uploaded.push(isDocument ? made.document_id : made.photo_id);
    }
    const { submitter_name = '', password, sheet, quantity } = form.fields;
    const [size, paper_type] = sheet?.split('|') ?? [];
    await run('submit_share_photos', {
      share_code,
      photo_ids: uploaded,
      submitter_name,
      ...(password !== undefined && { password }),
      ...(size !== undefined && { size }),
      ...(paper_type !== undefined && { paper_type }),
      ...(quantity !== undefined && { quantity: Number(quantity) }),
    });
    return `?lang=${language}&sent=${files.length}`;
  } catch (error) {
    for (const document_id of uploaded) {
      await run('delete_document', { document_id }).catch((failure: unknown) =>
        parts.deps.log('warn', 'upload.not_deleted', { error: failure }),
      );
    }
    throw error;
  }
}
