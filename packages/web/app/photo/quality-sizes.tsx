/** Every size that photos are printed in, with how this photo will look in it. */
import { Text, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { ApiError, api } from '../../kit/api.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import type { PrintSize } from '../../kit/catalogue.ts';
import { useCatalogue } from '../../kit/catalogue.ts';
import { moneyText, sizeInMm } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { sizesFor, usePrices } from '../basket/prices.ts';
import classes from './photo.module.css';
import { photoWords } from './photo-words.ts';

export type Quality = ApiOutput<'GET /api/photos/{photo_id}/quality-check'>;

export interface QualitySizesProps {
  photoId: string;
  fit: 'fill' | 'fit';
  chosen: string;
  /** The prices are those on it. */
  paper: string;
  onChoose(size: string): void;
}

export function QualitySizes({ photoId, fit, chosen, paper, onChoose }: QualitySizesProps) {
  const words = useWords(photoWords);
  const { options } = useCatalogue();
  const sizes = sizesFor(options, 'photo');
  const answers = useQueries({
    queries: sizes.map(({ code }) => {
      const input = { photo_id: photoId, size: code, fit };
      return {
        queryKey: ['GET /api/photos/{photo_id}/quality-check', input],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          api('GET /api/photos/{photo_id}/quality-check', input, { signal }),
        staleTime: 600_000,
      };
    }),
  });
  return (
    <section aria-labelledby="all-sizes">
      <Title order={2} id="all-sizes">
        {words.allSizes}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {words.allSizesHint}
      </Text>
      <div className={classes.sizes} role="radiogroup" aria-labelledby="all-sizes">
        {sizes.map((size, index) => (
          <SizeCard
            key={size.code}
            size={size}
            paper={paper}
            quality={answers[index]?.data}
            error={answers[index]?.error}
            isChosen={size.code === chosen}
            onChoose={() => onChoose(size.code)}
          />
        ))}
      </div>
    </section>
  );
}

interface SizeCardProps {
  size: PrintSize;
  paper: string;
  quality: Quality | undefined;
  error: unknown;
  isChosen: boolean;
  onChoose(): void;
}

function SizeCard({ size, paper, quality, error, isChosen, onChoose }: SizeCardProps) {
  const words = useWords(photoWords);
  const language = useLanguage();
  const { sizeName } = useCatalogue();
  const { priceOf, currency } = usePrices();
  const price = priceOf({ size: size.code, paper });
  return (
    <label className={classes.size}>
      <input
        type="radio"
        name="size"
        value={size.code}
        checked={isChosen}
        disabled={size.unavailable_because !== null}
        onChange={onChoose}
      />
      <span style={{ minWidth: 0 }}>
        <Text component="span" display="block" fw={600}>
          {language === 'zh' ? sizeName(size.code) : sizeInMm(size.width_mm, size.height_mm, language)}
        </Text>
        <Text component="span" display="block" size="sm" c="dimmed">
          {language === 'zh' && `${sizeInMm(size.width_mm, size.height_mm, language)} · `}
          {price !== undefined && words.from(moneyText(price, currency, language))}
        </Text>
        <Text component="span" display="block" size="sm">
          {size.unavailable_because !== null ? (
            words.unavailable
          ) : quality ? (
            <VerdictLine quality={quality} />
          ) : error ? (
            error instanceof ApiError && error.message
          ) : (
            words.checking
          )}
        </Text>
      </span>
    </label>
  );
}

/** The verdict in a sentence: what it is, and what weighs most. */
function VerdictLine({ quality }: { quality: Quality }) {
  const words = useWords(photoWords);
  const language = useLanguage();
  const [gravest] = quality.findings.filter(({ severity }) => severity !== 'info');
  return (
    <span className={classes.verdict} data-verdict={quality.verdict}>
      <span>
        <strong>{words.short[quality.verdict]}</strong>
        {gravest && ` · ${gravest.sentence[language]}`}
      </span>
    </span>
  );
}

/** All that was found, with what would help. */
export function VerdictDetails({ quality }: { quality: Quality }) {
  const words = useWords(photoWords);
  const language = useLanguage();
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <div>
      <Text fw={600} className={classes.verdict} data-verdict={quality.verdict}>
        {words.verdicts[quality.verdict]}
      </Text>
      {quality.findings.map(({ name, sentence, advice }) => (
        <div key={name} className={classes.finding}>
          <Text size="sm">{sentence[language]}</Text>
          <Text size="sm" c="dimmed">
            {words.advice[name] ?? advice[language]}
          </Text>
        </div>
      ))}
      <Text size="sm" c="dimmed" mt={4}>
        {words.ppi(Math.round(quality.ppi), Math.round(quality.good_ppi))}
        {quality.lost_percent > 0 && ` ${words.lost(percent.format(quality.lost_percent / 100))}`}
      </Text>
    </div>
  );
}
