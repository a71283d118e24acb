/** /queue: every job, in the order in which it prints, and what can be done with each. The view, the search and the printer are in the address. */
import { Group, SegmentedControl, Select, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import type { FloorJob } from '@platen/contracts/floor/shop-floor';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { ListIcon, SearchIcon } from '../../kit/icons.tsx';
import { useWords } from '../../kit/language.ts';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { useFloorAct } from '../floor/floor-acting.ts';
import { useFloorTopic } from '../floor/floor-session.tsx';
import { beforeAfterStep, filterJobs, isMovable, listEnded, listQueue } from '../floor/queue-order.ts';
import { JobRow } from '../parts/job-row.tsx';
import { WindowList } from '../parts/window-list.tsx';
import { queuePageWords } from './queue-page-words.ts';

const rowHeightPx = { desk: 92, phone: 148 };
const phone = matchMedia('(max-width: 48em)');

export function QueuePage() {
  const words = useWords(queuePageWords);
  const [{ view, q, printer }, setAddress] = useAddress({ view: 'open', q: '', printer: '' });
  const { items, isKnown, isOld } = useFloorTopic('queue');
  const { items: printers } = useFloorTopic('printers');
  const { tryAct } = useFloorAct();
  const [typed, setTyped] = useState(q);
  const search = useDeferredValue(typed);
  const [dragged, setDragged] = useState<string>();
  const [said, setSaid] = useState('');
  const queue = useMemo(() => listQueue(items), [items]);
  const ended = useMemo(() => listEnded(items), [items]);
  const shown = useMemo(
    () => filterJobs(view === 'ended' ? ended : queue, { search, printer }),
    [view, ended, queue, search, printer],
  );
  const names = useMemo(() => new Map(printers.map(({ id, name }) => [id, name])), [printers]);

  // Rows are drawn again only when their job is another: what they call stays the same, and reads the newest here.
  const now = useRef({ queue, words });
  now.current = { queue, words };
  const reorder = useCallback(async (jobId: string, before: string | null | undefined) => {
    if (before === undefined || before === jobId) return;
    const answer = await tryAct({ act: 'reorder', job_id: jobId, before });
    if (!answer) return;
    const movable = now.current.queue.filter((job) => isMovable(job) && job.id !== jobId);
    const at = before === null ? movable.length : movable.findIndex(({ id }) => id === before);
    setSaid(now.current.words.moved(at + 1));
  }, []);
  const step = useCallback(
    (jobId: string, places: number) => void reorder(jobId, beforeAfterStep(now.current.queue, jobId, places)),
    [reorder],
  );
  const drop = useCallback((jobId: string, target: string) => void reorder(jobId, target), [reorder]);

  return (
    <Stack data-old={isOld || undefined}>
      <PageTitle title={words.title} hint={words.hint} />
      <Group align="flex-end">
        <SegmentedControl
          aria-label={words.views}
          value={view === 'ended' ? 'ended' : 'open'}
          onChange={(next) => setAddress({ view: next })}
          data={[
            { value: 'open', label: words.open(queue.length) },
            { value: 'ended', label: words.ended(ended.length) },
          ]}
        />
        <TextInput
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<SearchIcon size={18} />}
          style={{ flex: '1 1 14rem' }}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => typed !== q && setAddress({ q: typed })}
          onKeyDown={(event) => event.key === 'Enter' && setAddress({ q: typed })}
        />
        <Select
          aria-label={words.printer}
          placeholder={words.anyPrinter}
          clearable
          value={printer === '' ? null : printer}
          onChange={(next) => setAddress({ printer: next ?? '' })}
          data={printers.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Group>
      {!isKnown && <LoadingLines lines={8} heightPx={48} />}
      {isKnown && shown.length === 0 && (
        <EmptyState
          icon={<ListIcon size={40} />}
          title={
            search !== '' || printer !== ''
              ? words.noMatch
              : view === 'ended'
                ? words.emptyEnded
                : words.empty
          }
          hint={search === '' && view !== 'ended' ? words.emptyHint : undefined}
        />
      )}
      <VisuallyHidden role="status" aria-live="polite">
        {said}
      </VisuallyHidden>
      <WindowList<FloorJob>
        label={words.list}
        rows={shown}
        rowKey={(job) => job.id}
        rowHeightPx={phone.matches ? rowHeightPx.phone : rowHeightPx.desk}
      >
        {(job) => (
          <JobRow
            job={job}
            printerName={job.printer === null ? undefined : names.get(job.printer)}
            printers={printers}
            isDragged={dragged === job.id}
            onDrag={setDragged}
            onDrop={drop}
            onStep={step}
          />
        )}
      </WindowList>
    </Stack>
  );
}
