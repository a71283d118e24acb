/** The sheet as it will be printed, drawn by the service; and the same in its real size on this screen. */
import { Alert, Button, Group, Loader, Slider, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, refusalOf } from '../../kit/api.ts';
import { sizeInMm } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import classes from './photo.module.css';
import { photoWords } from './photo-words.ts';
import { setScreenScale, useScreenScale } from './screen-scale.ts';

const settleMs = 350;

async function readPicture(path: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(path, { credentials: 'same-origin', signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiError('No answer came.', { status: 0, code: 'offline', retryAfterSeconds: undefined });
  });
  if (response.ok) return await response.blob();
  const body = (await response.json().catch(() => undefined)) as { error?: unknown } | undefined;
  throw refusalOf(response.status, body, response.headers.get('Platen-Error'));
}

/** The picture at `path` once nobody changes anything any more; meanwhile the one before. */
function useSheet(path: string) {
  const [settled] = useDebouncedValue(path, settleMs);
  const sheet = useQuery<Blob, ApiError>({
    queryKey: ['sheet', settled],
    queryFn: ({ signal }) => readPicture(settled, signal),
    staleTime: 600_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const [src, setSrc] = useState<string>();
  const { data } = sheet;
  useEffect(() => {
    if (!data) return;
    const url = URL.createObjectURL(data);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [data]);
  return {
    src,
    error: sheet.error,
    isStale: sheet.isPlaceholderData || settled !== path || sheet.isFetching,
    retry: () => void sheet.refetch(),
  };
}

export function SheetPicture({ path }: { path: string }) {
  const words = useWords(photoWords);
  const { src, error, isStale, retry } = useSheet(path);
  return (
    <Stack gap="xs">
      <ErrorNote error={error} retry={retry} />
      {!error && (
        <div className={classes.stage}>
          <div className={classes.sheet} data-stale={isStale || undefined} aria-busy={isStale}>
            {src ? (
              <img src={src} alt={words.sheetAlt} />
            ) : (
              <Loader role="img" aria-label={words.sheetMaking} />
            )}
          </div>
        </div>
      )}
      <Text size="xs" c="dimmed">
        {words.sheetNote}
      </Text>
    </Stack>
  );
}

export interface RealSizeProps {
  path: string;
  size: { width_mm: number; height_mm: number };
}

/** As large as on paper; who has not measured the screen is told, and helped. */
export function RealSize({ path, size }: RealSizeProps) {
  const { real, sheetAlt, sheetMaking } = useWords(photoWords);
  const language = useLanguage();
  const { src, error, retry } = useSheet(path);
  const { pxPerMm, isMeasured } = useScreenScale();
  const [isMeasuring, setMeasuring] = useState(false);
  const [isWide, setWide] = useState(false);
  const long = Math.max(size.width_mm, size.height_mm);
  const short = Math.min(size.width_mm, size.height_mm);
  const measures = isWide ? [long, short] : [short, long];
  return (
    <Stack gap="xs">
      <Text size="sm">{real.note(sizeInMm(size.width_mm, size.height_mm, language))}</Text>
      {isMeasuring ? (
        <ScreenMeasure onDone={() => setMeasuring(false)} />
      ) : (
        <Alert variant="light" color={isMeasured ? 'ink' : 'gray'} p="xs">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{isMeasured ? real.measured : real.unmeasured}</Text>
            <Group gap="xs">
              <Button size="compact-sm" variant="default" onClick={() => setMeasuring(true)}>
                {real.measure}
              </Button>
              {isMeasured && (
                <Button size="compact-sm" variant="default" onClick={() => setScreenScale(undefined)}>
                  {real.forget}
                </Button>
              )}
            </Group>
          </Group>
        </Alert>
      )}
      <ErrorNote error={error} retry={retry} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it. */}
      <section className={classes.real} tabIndex={0} aria-label={real.area}>
        {src ? (
          <img
            src={src}
            alt={sheetAlt}
            style={{ width: measures[0]! * pxPerMm, height: measures[1]! * pxPerMm }}
            onLoad={(event) => {
              const { naturalWidth, naturalHeight } = event.currentTarget;
              setWide(naturalWidth > naturalHeight);
            }}
          />
        ) : (
          !error && <Loader role="img" aria-label={sheetMaking} />
        )}
      </section>
    </Stack>
  );
}

/** ISO/IEC 7810 ID-1, in millimetres. */
const card = { widthMm: 85.6, heightMm: 53.98 };

function ScreenMeasure({ onDone }: { onDone(): void }) {
  const { real } = useWords(photoWords);
  const { pxPerMm } = useScreenScale();
  return (
    <Alert variant="light" color="ink">
      <Text size="sm" mb="xs">
        {real.card}
      </Text>
      <div
        className={classes.card}
        style={{ width: card.widthMm * pxPerMm, height: card.heightMm * pxPerMm }}
      />
      <Slider
        my="md"
        thumbLabel={real.slider}
        label={null}
        min={2}
        max={9}
        step={0.01}
        value={pxPerMm}
        onChange={(value) => setScreenScale(value)}
      />
      <Button size="compact-md" onClick={onDone}>
        {real.done}
      </Button>
    </Alert>
  );
}
