/** A region, found by typing a part of its name in Chinese, English or pinyin. */
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useRead } from '../../kit/api-hooks.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { partWords } from './part-words.ts';

export interface RegionFieldProps {
  id?: string;
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** region_id, or empty. */
  value: string;
  onChange(region_id: string): void;
}

const restMs = 250;

export function RegionField({ value, onChange, ...look }: RegionFieldProps) {
  const words = useWords(partWords);
  const language = useLanguage();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, restMs);
  const found = useRead(
    'GET /api/regions',
    search === '' ? { level: 'country', page_size: 50 } : { search, page_size: 30 },
    { keepsPrevious: true },
  );
  const chosen = useRead('GET /api/regions/{region_id}', { region_id: value }, { enabled: value !== '' });
  const options = new Map(
    (found.data?.items ?? []).map((region) => [
      region.region_id,
      language === 'zh' ? region.full_name_zh : region.full_name_en,
    ]),
  );
  if (chosen.data && value !== '') {
    options.set(value, language === 'zh' ? chosen.data.full_name_zh : chosen.data.full_name_en);
  }
  return (
    <>
      <Select
        {...look}
        searchable
        clearable={!look.required}
        clearButtonProps={{ 'aria-label': words.clear }}
        value={value === '' ? null : value}
        data={[...options].map(([id, label]) => ({ value: id, label }))}
        // The cloud has searched already, also by pinyin, which the labels don't have.
        filter={({ options: all }) => all}
        onSearchChange={(typed) => setText(typed === options.get(value) ? '' : typed)}
        onChange={(id) => onChange(id ?? '')}
        placeholder={words.searchRegion}
        nothingFoundMessage={found.isFetching ? words.searching : words.noRegion}
      />
      <ErrorNote error={found.error} />
    </>
  );
}
