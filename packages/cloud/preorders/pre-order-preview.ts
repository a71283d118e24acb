/**
 * What a chat shows of a share link, and what its page says first. Owns these words; of a pre-order that is not for everybody (a password, a
 * list of numbers) it tells nothing that its owner wrote.
 */
import type { Deps } from '../context.ts';
import type { PageLanguage } from '../http/plain-page.ts';
import type { PagePreview, SharedPage } from '../http/web-pages.ts';
import { readShareCode } from '../share-code.ts';
import { findPreOrderByCode } from './pre-order-store.ts';

const words = {
  en: {
    title: 'Send your photos',
    description: 'Photos are being collected here to be printed. Open the link to add yours.',
  },
  zh: { title: '提交您的照片', description: '这里正在征集要冲印的照片。打开链接即可提交。' },
} satisfies Record<PageLanguage, object>;

/** Of a description chats show a few lines at most. */
const maxCharacters = 200;

const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= maxCharacters ? line : `${characters.slice(0, maxCharacters - 1).join('')}…`;
};

async function findPreOrderPreview(
  { database }: Pick<Deps, 'database'>,
  typed: string,
  language: PageLanguage,
): Promise<PagePreview | undefined> {
  const code = readShareCode(typed);
  const preOrder = code && (await findPreOrderByCode(database.query, code));
  if (!preOrder) return undefined;
  const usual = words[language];
  const { title, description, allow, password_hash } = preOrder;
  if (allow !== 'anyone' || password_hash !== null) return usual;
  return {
    title,
    heading: title,
    said: description,
    description: shortened(description) || usual.description,
  };
}

/** The page behind the link. */
export const preOrderSharePage = (deps: Pick<Deps, 'database'>): SharedPage => ({
  find: (code, language) => findPreOrderPreview(deps, code, language),
  page: 'collection-page',
  reads: (code) => [`/api/share/${encodeURIComponent(code)}`],
});
