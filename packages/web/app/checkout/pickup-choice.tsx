/** Where an order is collected: points of a region that is chosen, or the nearest ones when the browser may say where it is. */
import { Autocomplete, Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { numberText } from '../../kit/formats.ts';
import { MapPinIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { checkoutWords } from './checkout-words.ts';
import { type Option, OptionList } from './option-list.tsx';

type PickupPoint = ApiOutput<'GET /api/regions/{region_id}/pickup-points'>['items'][number];

export interface PickupChoiceProps {
  pointId: string;
  onPoint(pointId: string): void;
  /** Of the place whose points are shown; empty: the whole country. */
  regionId: string;
  onRegion(regionId: string): void;
}

interface Position {
  latitude: number;
  longitude: number;
}

/** To about a kilometre: enough to say which point is near, too little to say whose door it is. */
const coarse = (degrees: number): number => Math.round(degrees * 100) / 100;

const wholeCountry = 'CN';
const positionOptions: PositionOptions = { timeout: 15_000, maximumAge: 600_000 };

export function PickupChoice({ pointId, onPoint, regionId, onRegion }: PickupChoiceProps) {
  const words = useWords(checkoutWords);
  const language = useLanguage();
  const [position, setPosition] = useState<Position>();
  const [failed, setFailed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const points = useRead(
    'GET /api/regions/{region_id}/pickup-points',
    { region_id: regionId === '' ? wholeCountry : regionId, page: 1, page_size: 100 },
    { staleTime: 60_000, keepsPrevious: true, enabled: position === undefined },
  );
  const near = useRead(
    'GET /api/shipping/pickup-points',
    { latitude: position?.latitude ?? 0, longitude: position?.longitude ?? 0, page: 1, page_size: 100 },
    { staleTime: 60_000, enabled: position !== undefined },
  );
  const shown = position ? near : points;
  const ask = () => {
    setFailed(false);
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        setPosition({ latitude: coarse(coords.latitude), longitude: coarse(coords.longitude) });
      },
      () => {
        setAsking(false);
        setFailed(true);
      },
      positionOptions,
    );
  };
  const sorted: ReadonlyArray<PickupPoint & { distance_km?: number | null }> = shown.data?.items ?? [];
  const hint = (point: PickupPoint, km: number | null | undefined) =>
    [
      typeof km === 'number' && words.distance(`${numberText(km, language, km < 10 ? 1 : 0)} km`),
      point.address,
      point.open_now ? words.openNow : words.closedNow,
    ]
      .filter((part) => typeof part === 'string' && part !== '')
      .join(' · ');
  const options: Option[] = [
    { value: '', label: words.atShop, hint: words.atShopHint },
    ...sorted.map((point) => ({
      value: point.pickup_point_id,
      label: point.name,
      hint: hint(point, point.distance_km),
    })),
  ];
  const place = points.data?.found_in;
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <RegionSearch
          onRegion={(id) => {
            setPosition(undefined);
            onRegion(id);
          }}
        />
        <Button
          variant="default"
          leftSection={<MapPinIcon size={18} />}
          loading={isAsking}
          onClick={ask}
          title={words.nearHint}
        >
          {words.near}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {words.nearHint}
      </Text>
      {failed && (
        <Text size="sm" role="alert">
          {words.nearFailed}
        </Text>
      )}
      <ErrorNote error={shown.error} retry={() => void shown.refetch()} />
      {shown.isPending && <LoadingLines lines={3} heightPx={40} />}
      {shown.data && (
        <>
          <Text size="sm" c="dimmed">
            {position && sorted.length > 0
              ? words.pointsNear
              : place
                ? words.pointsIn(language === 'zh' ? place.name_zh : place.name_en)
                : words.noPoints}
          </Text>
          <OptionList label={words.points} options={options} value={pointId} onChange={onPoint} />
        </>
      )}
    </Stack>
  );
}

function RegionSearch({ onRegion }: { onRegion(regionId: string): void }) {
  const words = useWords(checkoutWords);
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 300);
  const found = useRead(
    'GET /api/regions',
    { search, page: 1, page_size: 8 },
    { enabled: search !== '', staleTime: 600_000, keepsPrevious: true },
  );
  const nameOf = (region: { full_name_zh: string; full_name_en: string }) =>
    language === 'zh' ? region.full_name_zh : region.full_name_en;
  const names = search === '' ? [] : [...new Set((found.data?.items ?? []).map(nameOf))];
  return (
    <Autocomplete
      style={{ flex: 1, minWidth: 180 }}
      label={words.regionSearch}
      value={typed}
      onChange={setTyped}
      data={names}
      filter={({ options }) => options}
      maxLength={60}
      onOptionSubmit={(name) => {
        const region = found.data?.items.find((each) => nameOf(each) === name);
        if (region) onRegion(region.region_id);
      }}
    />
  );
}
