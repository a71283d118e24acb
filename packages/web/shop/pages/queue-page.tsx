/** /queue: every job, in the order in which it prints, and what can be done with each. The view, the search and the printer are in the address. */
import { Group, NativeSelect, SegmentedControl, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import type { FloorJob, FloorPrinter } from '@platen/contracts/floor/shop-floor';
import {
  memo,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { afterPaint } from '../../kit/after-paint.ts';
import { ListIcon, SearchIcon } from '../../kit/icons.tsx';
import { useWords } from '../../kit/language.ts';
import { Behind } from '../../kit/parts/behind.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { useFloorAct } from '../floor/floor-acting.ts';
import { useFloorTopic } from '../floor/floor-session.tsx';
import { beforeAfterStep, filterJobs, isMovable, listEnded, listQueue } from '../floor/queue-order.ts';
import { JobRow } from '../parts/job-row.tsx';
import { WindowList } from '../parts/window-list.tsx';
import { queuePageWords } from './queue-page-words.ts';

const rowHeightPx = { desk: 92, phone: 132 };
/** As job-row.module.css has it. A phone is turned, a window is drawn wider. */
const phone = matchMedia('(max-width: 48em)');
const watchPhone = (changed: () => void) => {
  phone.addEventListener('change', changed);
  return () => phone.removeEventListener('change', changed);
};
const isPhone = (): boolean => phone.matches;

/** Nothing of the list stands between a person and the next paint: it is drawn behind what was typed, pressed or opened. */
export function QueuePage() {
  const words = useWords(queuePageWords);
  return (
    <Stack>
      <PageTitle title={words.title} hint={words.hint} />
      <Behind until={<LoadingLines lines={8} heightPx={48} />}>
        <Queue />
      </Behind>
    </Stack>
  );
}

function Queue() {
  const [{ view, q, printer }] = useAddress({ view: 'open', q: '', printer: '' });
  const [search, setSearch] = useState(q);
  const shown = useDeferredValue(useMemo(() => ({ view, search, printer }), [view, search, printer]));
  return (
    <>
      <Group align="flex-end">
        <Views />
        <Search onSearch={setSearch} />
        <Printers />
      </Group>
      <JobList shown={shown} />
    </>
  );
}

const Views = memo(function Views() {
  const words = useWords(queuePageWords);
  const [{ view }, setAddress] = useAddress({ view: 'open' });
  const { items } = useFloorTopic('queue');
  const ended = useMemo(() => items.filter(({ over_at }) => over_at !== null).length, [items]);
  return (
    <SegmentedControl
      aria-label={words.views}
      value={view === 'ended' ? 'ended' : 'open'}
      onChange={(next) => setAddress({ view: next })}
      data={[
        { value: 'open', label: words.open(items.length - ended) },
        { value: 'ended', label: words.ended(ended) },
      ]}
    />
  );
});

/** `onSearch` hears of each letter, as soon as nothing else is to be done. */
const Search = memo(function Search({ onSearch }: { onSearch(text: string): void }) {
  const words = useWords(queuePageWords);
  const [{ q }, setAddress] = useAddress({ q: '' });
  const [typed, setTyped] = useState(q);
  const keep = () => {
    if (typed !== q) setAddress({ q: typed });
  };
  return (
    <TextInput
      type="search"
      aria-label={words.search}
      placeholder={words.search}
      leftSection={<SearchIcon size={18} />}
      style={{ flex: '1 1 14rem' }}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        startTransition(() => onSearch(value));
      }}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  );
});

const Printers = memo(function Printers() {
  const words = useWords(queuePageWords);
  const [{ printer }, setAddress] = useAddress({ printer: '' });
  const { items: printers } = useFloorTopic('printers');
  const [chosen, setChosen] = useState(printer);
  useEffect(() => setChosen(printer), [printer]);
  return (
    <NativeSelect
      aria-label={words.printer}
      value={chosen}
      onChange={({ currentTarget: { value } }) => {
        setChosen(value);
        afterPaint(() => setAddress({ printer: value }));
      }}
      data={[
        { value: '', label: words.anyPrinter },
        ...printers.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
});

/** The same list as long as they are called the same: rows are drawn again only when something is another on them. */
function useSamePrinters(printers: readonly FloorPrinter[]): readonly FloorPrinter[] {
  const kept = useRef(printers);
  const keyOf = (list: readonly FloorPrinter[]) =>
    list.map(({ id, name, enabled, agent_id }) => `${id} ${name} ${enabled} ${agent_id}`).join('\n');
  if (keyOf(kept.current) !== keyOf(printers)) kept.current = printers;
  return kept.current;
}

interface ListShown {
  view: string;
  search: string;
  printer: string;
}

const JobList = memo(function JobList({ shown: { view, search, printer } }: { shown: ListShown }) {
  const onPhone = useSyncExternalStore(watchPhone, isPhone);
  const words = useWords(queuePageWords);
  const { items, isKnown, isOld } = useFloorTopic('queue');
  const printers = useSamePrinters(useFloorTopic('printers').items);
  const { tryAct } = useFloorAct();
  const [dragged, setDragged] = useState<string>();
  const [said, setSaid] = useState('');
  const queue = useMemo(() => listQueue(items), [items]);
  const jobs = useMemo(
    () => filterJobs(view === 'ended' ? listEnded(items) : queue, { search, printer }),
    [view, items, queue, search, printer],
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
    <div data-old={isOld || undefined}>
      {!isKnown && <LoadingLines lines={8} heightPx={48} />}
      {isKnown && jobs.length === 0 && (
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
        rows={jobs}
        rowKey={(job) => job.id}
        rowHeightPx={onPhone ? rowHeightPx.phone : rowHeightPx.desk}
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
    </div>
  );
});
