/** What stands where something is still on its way: lines of its size, so that nothing jumps when it comes. */
import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';

export interface LoadingLinesProps {
  /** How many lines; 4 unless told. */
  lines?: number;
  /** Of each, in px; 18 unless told. */
  heightPx?: number;
}

const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index}`);

const maxTextPx = 32;

export function LoadingLines({ lines = 4, heightPx = 18 }: LoadingLinesProps) {
  const words = useWords(kitWords);
  return (
    <Stack gap="sm" aria-busy="true">
      <VisuallyHidden role="status">{words.loading}</VisuallyHidden>
      {keys(lines).map((key, index) => (
        <Skeleton
          key={key}
          height={heightPx}
          // The last line of a text is short; a card is as wide as the others.
          width={index === lines - 1 && heightPx <= maxTextPx ? '60%' : '100%'}
        />
      ))}
    </Stack>
  );
}
