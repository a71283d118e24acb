/**
 * The web as the cloud serves it: built files, and for every other address that a browser opens the page of its entry, which knows
 * what to show there. Owns which addresses are pages; must never know a feature.
 */
import { AppError } from '@platen/contracts/app-error';
import type { PictureSources } from '@platen/contracts/shared-picture';
import type { PageHead, WebAnswer, WebEntryName, WebFiles } from '@platen/web-host/web-files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PageLanguage, pageLanguage, sendPlainPage } from './plain-page.ts';
import { findSessionToken } from './session-cookie.ts';

/** What is said of a page before any of its scripts has run: in a chat where its link was sent, and as its first line. Plain text. */
export interface PagePreview {
  title: string;
  description: string;
  /** The first heading that is painted, where it isn't that of every page of its kind. */
  heading?: string;
  /** What stands below it. */
  said?: string;
}

/** A preview, and what comes early for whoever really opens the page; no chat shows it. */
export interface FoundPage extends PagePreview {
  /** The picture that the page begins with. */
  picture?: PictureSources | undefined;
}

/** What the page of this code is about; undefined: there is nothing behind it. Must tell nothing that isn't for everybody with the link. */
export type FindPreview = (part: string, language: PageLanguage) => Promise<FoundPage | undefined>;

/** Pages whose links are sent to people. */
export interface SharedPage {
  find: FindPreview;
  /** The file that shows them, and what it reads first: both are asked for while the entry's script is still on its way. */
  page: string;
  reads(part: string): string[];
}

export interface WebPageParts {
  publicUrl(): string;
  /** By what their addresses begin with. */
  shared: Readonly<Record<string, SharedPage>>;
  /** The number of the newest event. */
  newestEvent(): Promise<number>;
}

/** Pages that people open by typing an address: their files, which are asked for while the entry's script is still on its way. */
export const startPages: Readonly<Record<string, string>> = {
  '/': 'home-page',
  '/admin': 'admin-overview-page',
};

/** Where an entry's addresses begin; whatever begins with none of these is the customer's app. */
const entryPaths: ReadonlyArray<[prefix: string, entry: WebEntryName]> = [
  ['/shop', 'shop'],
  ['/admin', 'admin'],
  ['/track', 'share'],
  ['/share', 'share'],
  ['/restored', 'share'],
];

/** Entries whose pages read again what an event says is another by now. */
const followsEvents: ReadonlySet<WebEntryName> = new Set(['app', 'admin']);

/** What programs call or other pages own: there an address without a route stays a refusal in JSON. */
const notPages = ['/api', '/docs', '/assets', '/pay'];

const maxPathCharacters = 1024;
/** As the router's own limit: a longer parameter matches no route, and would be told that there is none. */
const maxPartCharacters = 200;

/** The prefix with or without a slash at its end. */
const isBelow = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);

/** The entry whose page an address gets; undefined when it is none of a page. */
function findEntryOf(path: string): WebEntryName | undefined {
  if (path.length > maxPathCharacters || !/^\/(?!\/)[\w\-./~%@:+,]*$/.test(path)) return undefined;
  // Nothing of it names a file, but no honest link has them.
  if (/\/\/|(^|\/)\.{1,2}(\/|$)|%(2e|2f|5c|0|1|7f)/i.test(path)) return undefined;
  if (notPages.some((prefix) => isBelow(path, prefix))) return undefined;
  // A file that is no longer there is no page: a browser would take the page for the script that it asked for.
  if (/\.[a-z\d]{1,12}$/i.test(path)) return undefined;
  return entryPaths.find(([prefix]) => isBelow(path, prefix))?.[1] ?? 'app';
}

const words = {
  en: {
    title: 'The web pages are not built yet',
    what: 'Run npm run build:web where Platen is installed, and start the cloud again. The interface works without them:',
  },
  zh: { title: '网页尚未构建', what: '请在安装目录运行 npm run build:web，然后重新启动云端。接口不受影响：' },
};

/** Serves the web. Undefined: nothing is built, and pages say so. */
export function addWebPages(http: FastifyInstance, web: WebFiles | undefined, parts: WebPageParts): void {
  http.get('/*', async (request, reply) => {
    const path = request.raw.url!.split('?', 1)[0]!;
    if (path.split('/').some((part) => part.length > maxPartCharacters)) {
      throw new AppError('malformed', "The request can't be read: its address is broken or too long.");
    }
    const acceptEncoding = request.headers['accept-encoding'];
    const file = await web?.findFile(path, acceptEncoding);
    if (file) return send(reply, file);
    const found = Object.entries(parts.shared).find(([prefix]) => isBelow(path, prefix));
    const entry = wantsPage(request) || found ? findEntryOf(path) : undefined;
    if (entry === undefined) throw noSuchRoute(request, path);
    if (!web) return sendUnbuilt(request, reply);
    const language = pageLanguage(request);
    const isNobody = findSessionToken(request, parts.publicUrl()) === undefined;
    const head: PageHead = { lang: language === 'zh' ? 'zh-CN' : 'en', isNobody };
    // A page comes without it, too: its stream begins a moment later then.
    if (!isNobody && followsEvents.has(entry)) head.events = await parts.newestEvent().catch(() => undefined);
    if (!found) {
      const page = startPages[path.replace(/(?<=.)\/$/, '')];
      if (page !== undefined) head.ahead = { page, reads: [] };
      return send(reply, web.createPage(entry, acceptEncoding, head));
    }
    const [prefix, { find, page, reads }] = found;
    const part = decodeURIComponent(path.slice(prefix.length).replace(/^\/|\/$/g, ''));
    const shown = await findShown(find, { part, language });
    if (shown === undefined) reply.code(404);
    const { picture, ...preview } = shown ?? {};
    const early = isOpening(request) ? picture : undefined;
    head.ahead = { page, reads: shown === undefined ? [] : reads(part), picture: early };
    head.preview = { ...preview, icon: `${parts.publicUrl()}/icon-512.png` };
    return send(reply, web.createPage(entry, acceptEncoding, head));
  });
}

/** Undefined: there is nothing behind the address. What can't be read just now is no reason to show no page: it asks again, and says why not. */
async function findShown(
  find: FindPreview,
  { part, language }: { part: string; language: PageLanguage },
): Promise<Partial<FoundPage> | undefined> {
  try {
    return await find(part, language);
  } catch {
    return {};
  }
}

const noSuchRoute = ({ method }: FastifyRequest, path: string): AppError =>
  new AppError('no_such_route', `There is no ${method} ${path} here.`);

/** A browser says that somebody opens the page; the robots of chats don't. */
const isOpening = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-dest'] === 'document';

/** A browser says so. Whoever asks for the bare address without saying anything is shown the page too. */
const wantsPage = ({ headers, raw }: FastifyRequest): boolean =>
  /text\/html/i.test(headers.accept ?? '') ||
  (/^\/($|\?)/.test(raw.url!) && /^(\*\/\*)?$/.test(headers.accept ?? ''));

const send = (reply: FastifyReply, { headers, body }: WebAnswer): FastifyReply =>
  reply.headers(headers).send(body);

function sendUnbuilt(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = pageLanguage(request);
  const { title, what } = words[language];
  const links = ['/docs', '/docs/mcp', '/api/openapi.json', '/api/health'];
  const list = links.map((href) => `<li><a href="${href}">${href}</a></li>`).join('');
  return sendPlainPage(reply, { language, title, body: `<p>${what}</p><ul>${list}</ul>`, status: 404 });
}
