/** /admin/catalogue: prices as a grid, sizes, papers. */
import { useState } from 'react';
import { useWords } from '../../kit/language.ts';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import { PaperTable, SizeTable } from './catalogue-tables.tsx';
import { catalogueWords } from './catalogue-words.ts';
import { type PriceDrafts, PriceGrid } from './price-grid.tsx';

export function AdminCataloguePage() {
  const words = useWords(catalogueWords);
  // What was typed into the grid stays while another tab is looked at.
  const [drafts, setDrafts] = useState<PriceDrafts>(new Map());
  return (
    <>
      <PageTitle title={words.title} hint={words.hint} />
      <PageTabs
        tabs={[
          {
            value: 'prices',
            label: words.prices,
            panel: <PriceGrid drafts={drafts} setDrafts={setDrafts} />,
          },
          { value: 'sizes', label: words.sizes, panel: <SizeTable /> },
          { value: 'papers', label: words.papers, panel: <PaperTable /> },
        ]}
      />
    </>
  );
}
