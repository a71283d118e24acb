/** The tabs of a page: which one is open stands in the address, and what narrows a table goes with the tab it belongs to. */
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddress } from '../../kit/address-state.ts';

interface PageTab {
  value: string;
  label: string;
  panel: ReactNode;
}

interface PageTabsProps {
  /** The first one is open where the address names none of them. */
  tabs: readonly PageTab[];
  /** Names in the address that mean nothing under another tab, beside those of its table. */
  filters?: readonly string[];
}

const tableState = { page: 1, sort: '', q: '', columns: '' };

export function PageTabs({ tabs, filters = [] }: PageTabsProps) {
  const first = tabs[0]?.value ?? '';
  const cleared = Object.assign(Object.fromEntries(filters.map((name) => [name, ''])), tableState);
  const [{ tab }, setAddress] = useAddress({ tab: first, ...cleared });
  return (
    <Tabs
      value={tabs.some(({ value }) => value === tab) ? tab : first}
      keepMounted={false}
      onChange={(next) => setAddress({ tab: next ?? first, ...cleared }, { push: true })}
    >
      <Tabs.List mb="md">
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, panel }) => (
        <Tabs.Panel key={value} value={value}>
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
