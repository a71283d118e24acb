/**
 * A printer-state-reasons keyword as severity and words. Pure. The words are in printer-reason-text.ts; a keyword that stands
 * nowhere there is shown readable as it is, never dropped.
 */
import { type BothLanguages, partEventWords, partWords, reasonWords } from './printer-reason-text.ts';

export type ReasonSeverity = 'error' | 'warning' | 'report';

export interface PrinterReason {
  /** As the printer told it, suffix included. */
  keyword: string;
  severity: ReasonSeverity;
  en: string;
  zh: string;
}

/** Without a suffix these are no trouble, though RFC 8011 section 5.4.12 takes any such keyword for an error. */
const harmless =
  /^(none|connecting-to-device|configuration-change|moving-to-paused|resuming|power-up|standby|suspend|hibernate|testing|identify-printer-requested|printer-ready-to-print|media-drying|cups-(remote|waiting)-.*|.*-(added|closed|turned-on|power-saver|warming-up))$/;
const early = /(^|-)(low|almost-(empty|full|over)|near-(limit|eol)|life-warn)$/;

/** Reads one keyword, with its suffix of severity. */
export function readReason(keyword: string): PrinterReason {
  const [, word = keyword, suffix] = /^(.*?)(?:-(error|warning|report))?$/i.exec(keyword) ?? [];
  const plain = word.toLowerCase();
  // A few keywords end like a severity by themselves: the suffix is cut only where the rest is a word.
  const whole = wordsOf(keyword.toLowerCase());
  const [en, zh] = whole ?? wordsOf(plain) ?? readable(plain);
  return { keyword, severity: severityOf(plain, whole ? undefined : suffix), en, zh };
}

function severityOf(word: string, suffix: string | undefined): ReasonSeverity {
  if (suffix) return suffix.toLowerCase() as ReasonSeverity;
  if (harmless.test(word)) return 'report';
  return early.test(word) ? 'warning' : 'error';
}

function wordsOf(keyword: string): BothLanguages | undefined {
  const whole = Object.hasOwn(reasonWords, keyword) ? reasonWords[keyword] : undefined;
  if (whole) return whole;
  // The longest part first: `marker-ink-empty` is of the ink, not of the marker.
  const words = keyword.split('-');
  for (let length = words.length - 1; length > 0; length -= 1) {
    const [part, event] = [words.slice(0, length).join('-'), words.slice(length).join('-')];
    if (!Object.hasOwn(partWords, part) || !Object.hasOwn(partEventWords, event)) continue;
    const [partEn, partZh] = partWords[part] as BothLanguages;
    const [eventEn, eventZh] = partEventWords[event] as BothLanguages;
    return [`${partEn} ${eventEn}`, `${partZh}${eventZh}`];
  }
  return undefined;
}

/** `com.example.drum-hot` reads `com example drum hot`. */
function readable(keyword: string): BothLanguages {
  const text = keyword
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 100);
  return [text || 'something is wrong', text || '出现问题'];
}

const rank: Record<ReasonSeverity, number> = { error: 0, warning: 1, report: 2 };

/** The worst first, each once; `none` is no reason. */
export const readReasons = (keywords: readonly string[]): PrinterReason[] =>
  [...new Set(keywords)]
    .filter((keyword) => keyword !== 'none')
    .map(readReason)
    .toSorted((a, b) => rank[a.severity] - rank[b.severity]);
