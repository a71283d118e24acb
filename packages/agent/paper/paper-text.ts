/** What the shop reads when it says what lies in a printer, in both languages. Pure. */
import type { Said } from '../printers/printer-text.ts';

const listed = (keywords: readonly string[]): string => keywords.slice(0, 30).join(', ');

/** A printer that leaves open what lies in it; nobody has said so either. */
export const paperUnsaidText = (name: string): Said => ({
  en: `${name} does not tell all that is loaded: say what lies in its trays, and again whenever it changes. Nothing is printed on paper that nobody knows.`,
  'zh-CN': `${name} 不报告所装的全部纸张：请说明各纸盒装的纸，换纸后再次说明。不会在未知的纸上打印。`,
});

/** Why a word about paper can't be taken. */
export const paperSentences = {
  neverSeen: (name: string) => ({
    en: `${name} has never answered: what it can hold is not known yet.`,
    'zh-CN': `${name} 从未应答：尚不知道它能装什么纸。`,
  }),
  noSuchTray: (name: string, sources: readonly string[]) => ({
    en:
      sources.length > 0
        ? `${name} has no such tray to say that of; it has ${listed(sources)}.`
        : `${name} names no trays: leave the tray out.`,
    'zh-CN':
      sources.length > 0
        ? `${name} 没有这个纸盒；它有 ${listed(sources)}。`
        : `${name} 未列出纸盒：请不要指定纸盒。`,
  }),
  tellsItself: (name: string) => ({
    en: `${name} tells itself what lies there: set it at the printer where that is wrong.`,
    'zh-CN': `${name} 会自行报告该处的纸张：如有错误，请在打印机上设置。`,
  }),
  wrongSize: (name: string, isTold: boolean) => ({
    en: isTold ? `${name} tells another size there.` : `${name} takes no paper of this size.`,
    'zh-CN': isTold ? `${name} 报告该处是另一种尺寸。` : `${name} 不支持这个尺寸。`,
  }),
  openType: (type: string) => ({
    en: `${type} names no paper: say exactly which it is, such as photographic-glossy or stationery.`,
    'zh-CN': `${type} 不是具体的纸张：请说明确切的种类，例如 photographic-glossy 或 stationery。`,
  }),
  wrongType: (name: string, types: readonly string[]) => ({
    en: `${name} takes no such paper; it takes ${listed(types)}.`,
    'zh-CN': `${name} 不支持这种纸；它支持 ${listed(types)}。`,
  }),
} satisfies Record<string, (...words: never[]) => Said>;
