/**
 * What a chat shows of a link to restored photos, and what its page says first. Owns these words; neither the message nor a picture is among
 * them: whoever sees the preview need not be whoever was given the link.
 */
import type { Deps } from '../context.ts';
import type { PageLanguage } from '../http/plain-page.ts';
import type { PagePreview, SharedPage } from '../http/web-pages.ts';
import { readShareCode } from '../share-code.ts';
import { findShareByCode } from './restore-share-store.ts';

const words = {
  en: { title: 'Restored photos for you', description: 'Open the link to see them and to take your copy.' },
  zh: { title: '送给您的修复照片', description: '打开链接即可查看并领取。' },
} satisfies Record<PageLanguage, PagePreview>;

async function findRestoreSharePreview(
  { database }: Pick<Deps, 'database'>,
  typed: string,
  language: PageLanguage,
): Promise<PagePreview | undefined> {
  const code = readShareCode(typed);
  const share = code && (await findShareByCode(database.query, code));
  return share ? words[language] : undefined;
}

/** The page behind the link. */
export const restoreSharePage = (deps: Pick<Deps, 'database'>): SharedPage => ({
  find: (code, language) => findRestoreSharePreview(deps, code, language),
  page: 'restored-page',
  reads: (code) => [`/api/restore-shares/${encodeURIComponent(code)}`],
});
