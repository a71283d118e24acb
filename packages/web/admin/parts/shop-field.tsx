/** One of the shops. */
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../kit/language.ts';
import { FilterSelect } from '../../kit/tables/table-filters.tsx';
import { partWords } from './part-words.ts';
import { useShops } from './shops.ts';

export interface ShopFieldProps {
  id?: string;
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  value: string;
  onChange(shop_id: string): void;
}

export function ShopField({ value, onChange, ...look }: ShopFieldProps) {
  const words = useWords(partWords);
  const { shops } = useShops();
  return (
    <Select
      {...look}
      searchable
      value={value === '' ? null : value}
      data={(shops ?? []).map(({ shop_id, name }) => ({ value: shop_id, label: name }))}
      allowDeselect={false}
      placeholder={words.chooseShop}
      nothingFoundMessage={words.noShop}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}

/** Narrows a table to one shop. */
export function ShopFilter({ value, onChange }: { value: string; onChange(shop_id: string): void }) {
  const words = useWords(partWords);
  const { shops } = useShops();
  return (
    <FilterSelect
      label={words.shop}
      value={value}
      options={(shops ?? []).map(({ shop_id, name }) => ({ value: shop_id, label: name }))}
      onChange={onChange}
    />
  );
}
