/** What is sold, by its codes: sizes, papers and their names in the reader's language. */
import { useRead } from './api-hooks.ts';
import type { ApiOutput } from './api-types.ts';
import { useLanguage } from './language.ts';

export type PrintOptions = ApiOutput<'GET /api/print-options'>;
export type PrintSize = PrintOptions['sizes'][number];

const minuteMs = 60_000;

/** Options are read once a minute at most: every page shows them. */
export function useCatalogue() {
  const language = useLanguage();
  const options = useRead('GET /api/print-options', {}, { staleTime: minuteMs });
  const named = (thing: { name: string; name_zh: string } | undefined, code: string): string =>
    thing ? (language === 'zh' ? thing.name_zh : thing.name.replace(/(?<=\d) x (?=\d)/, ' × ')) : code;
  return {
    options: options.data,
    error: options.error,
    retry: () => void options.refetch(),
    sizeName: (code: string) =>
      named(
        options.data?.sizes.find((size) => size.code === code),
        code,
      ),
    paperName: (code: string) =>
      named(
        options.data?.paper_types.find((paper) => paper.code === code),
        code,
      ),
  };
}
