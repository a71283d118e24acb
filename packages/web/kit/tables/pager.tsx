/** Leafing through a list of the cloud: which page, how many entries. */
import { ActionIcon, Group, Text } from '@mantine/core';
import { BackIcon, ForwardIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';

export interface PagerProps {
  /** The answer of a list. */
  list: { page: number; page_size: number; total: number };
  onPage(page: number): void;
}

/** Nothing is shown where everything is on one page. */
export function Pager({ list, onPage }: PagerProps) {
  const { table } = useWords(kitWords);
  const pages = Math.ceil(list.total / list.page_size);
  if (pages <= 1 && list.page === 1) return null;
  return (
    <Group justify="center" component="nav">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={table.previous}
        disabled={list.page <= 1}
        onClick={() => onPage(list.page - 1)}
      >
        <BackIcon size={18} />
      </ActionIcon>
      <Text size="sm" className="platen-numbers">
        {table.page(list.page, Math.max(pages, list.page))}
      </Text>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={table.next}
        disabled={list.page >= pages}
        onClick={() => onPage(list.page + 1)}
      >
        <ForwardIcon size={18} />
      </ActionIcon>
    </Group>
  );
}
