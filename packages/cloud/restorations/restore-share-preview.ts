/**
 * What a chat shows of a link to restored photos, and what its page says first. Owns these words; neither the message nor a picture is among
 * them: whoever sees the preview need not be whoever was given the link. The page itself is told where its first picture is, for who opens
 * it: the address that the answer has too, and nothing where that has none.
 */
import { sharedPictureSources } from '@platen/contracts/shared-picture';
import type { Deps } from '../context.ts';
import { fileLink } from '../files/file-links.ts';
import type { PageLanguage } from '../http/plain-page.ts';
import type { FoundPage, PagePreview, SharedPage } from '../http/web-pages.ts';
import { readShareCode } from '../share-code.ts';
import { isShownToAll } from './restore-share-rules.ts';
import { findShareByCode, listSharedPhotos } from './restore-share-store.ts';

const words = {
  en: { title: 'Restored photos for you', description: 'Open the link to see them and to take your copy.' },
  zh: { title: '送给您的修复照片', description: '打开链接即可查看并领取。' },
} satisfies Record<PageLanguage, PagePreview>;

type PreviewDeps = Pick<Deps, 'database' | 'secret' | 'now' | 'publicUrl'>;

async function findRestoreSharePreview(
  deps: PreviewDeps,
  typed: string,
  language: PageLanguage,
): Promise<FoundPage | undefined> {
  const code = readShareCode(typed);
  const share = code && (await findShareByCode(deps.database.query, code));
  if (!share) return undefined;
  if (!isShownToAll(share, deps.now())) return words[language];
  const [first] = await listSharedPhotos(deps.database.query, share.id);
  if (!first) return words[language];
  const { pathname } = new URL(fileLink(deps, share.id, 'shared', first.position));
  return { ...words[language], picture: sharedPictureSources(pathname) };
}

/** The page behind the link. */
export const restoreSharePage = (deps: PreviewDeps): SharedPage => ({
  find: (code, language) => findRestoreSharePreview(deps, code, language),
  page: 'restored-page',
  reads: (code) => [`/api/restore-shares/${encodeURIComponent(code)}`],
});
