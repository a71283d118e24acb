/** /admin/catalogue: prices as a grid, sizes, papers. */
import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { useWords } from '../../kit/language.ts';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { PaperTable, SizeTable } from './catalogue-tables.tsx';
import { catalogueWords } from './catalogue-words.ts';
import { type PriceDrafts, PriceGrid } from './price-grid.tsx';

export function AdminCataloguePage() {
  const words = useWords(catalogueWords);
  const [{ tab }, setAddress] = useAddress({ tab: 'prices', page: 1, sort: '', q: '' });
  // What was typed into the grid stays while another tab is looked at.
  const [drafts, setDrafts] = useState<PriceDrafts>(new Map());
  return (
    <>
      <PageTitle title={words.title} hint={words.hint} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => setAddress({ tab: next ?? 'prices', page: 1, sort: '', q: '' }, { push: true })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="prices">{words.prices}</Tabs.Tab>
          <Tabs.Tab value="sizes">{words.sizes}</Tabs.Tab>
          <Tabs.Tab value="papers">{words.papers}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="prices">
          <PriceGrid drafts={drafts} setDrafts={setDrafts} />
        </Tabs.Panel>
        <Tabs.Panel value="sizes">
          <SizeTable />
        </Tabs.Panel>
        <Tabs.Panel value="papers">
          <PaperTable />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
