/**
 * Province, city and district of an address: chosen level by level where the tree has the country, written by hand elsewhere. Owns which
 * of the two it is, and that a level that is changed empties those below it.
 */
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import type { AddressFields } from './address-fields.ts';
import { addressesWords } from './addresses-words.ts';

type Region = ApiOutput<'GET /api/regions/tree'>['items'][number];
type Level = 'province' | 'city' | 'district';

const below: Record<Level, readonly Level[]> = {
  province: ['city', 'district'],
  city: ['district'],
  district: [],
};

export interface RegionPickerProps {
  fields: Pick<AddressFields, 'country' | Level>;
  onChange(changes: Partial<AddressFields>): void;
  errors: Partial<Record<Level, string>>;
}

/** What is directly in a region; nothing while it is not known which one. */
function useRegionsIn(parentId: string | undefined) {
  const answer = useRead(
    'GET /api/regions/tree',
    { ...(parentId !== undefined && { parent_id: parentId }), max_regions: 1 },
    { enabled: parentId !== undefined, staleTime: 3_600_000 },
  );
  return { regions: parentId === undefined ? [] : (answer.data?.items ?? []), isPending: answer.isFetching };
}

/** By either name, as the text or the person wrote it. */
const findRegion = (regions: readonly Region[], written: string): Region | undefined =>
  regions.find(({ name_zh, name_en }) => name_zh === written || name_en === written);

export function RegionPicker({ fields, onChange, errors }: RegionPickerProps) {
  const words = useWords(addressesWords);
  const { country, province, city } = fields;
  const provinces = useRegionsIn(country);
  const provinceId = findRegion(provinces.regions, province)?.region_id;
  const cities = useRegionsIn(provinceId);
  const cityId = findRegion(cities.regions, city)?.region_id;
  const districts = useRegionsIn(cityId);
  const lists: Record<Level, Region[]> = {
    province: provinces.regions,
    city: cities.regions,
    district: districts.regions,
  };
  const set = (level: Level, value: string) => {
    const emptied = Object.fromEntries(below[level].map((lower) => [lower, '']));
    onChange(Object.assign({ [level]: value }, emptied));
  };
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {(['province', 'city', 'district'] as const).map((level) => (
        <RegionField
          key={level}
          label={words.fields[level]}
          regions={lists[level]}
          value={fields[level]}
          error={errors[level]}
          onChange={(value) => set(level, value)}
        />
      ))}
    </SimpleGrid>
  );
}

interface RegionFieldProps {
  label: string;
  regions: readonly Region[];
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

function RegionField({ label, regions, value, error, onChange }: RegionFieldProps) {
  const words = useWords(addressesWords);
  const language = useLanguage();
  const known = findRegion(regions, value);
  // What was read from a text and the tree has not stays to be seen, and can be written otherwise.
  if (regions.length === 0 || (value !== '' && !known)) {
    return (
      <TextInput
        label={label}
        value={value}
        error={error}
        maxLength={80}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <Select
      label={label}
      placeholder={words.choose}
      nothingFoundMessage={words.nothingFound}
      searchable
      clearable
      data={regions.map(({ name_zh, name_en }) => ({
        value: name_zh || name_en,
        label: language === 'zh' ? name_zh || name_en : name_en || name_zh,
      }))}
      value={known ? known.name_zh || known.name_en : null}
      error={error}
      onChange={(chosen) => onChange(chosen ?? '')}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
