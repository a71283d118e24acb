/**
 * A job in the queue: its picture, what becomes of it, and a menu with what can be done now (the host says what). Owns the handle by which
 * it is put elsewhere, with the mouse or with keys. Dozens are drawn at once, so a row is plain elements: components of the kit take ten
 * times as long.
 */
import { Button, Group, Menu, NumberInput, Stack, Text } from '@mantine/core';
import type { FloorJob, FloorPrinter } from '@platen/contracts/floor/shop-floor';
import type { FloorAct } from '@platen/contracts/floor/shop-floor-acts';
import { effectOf } from '@platen/contracts/floor/shop-floor-effects';
import { type DragEvent, type KeyboardEvent, memo, startTransition, useState } from 'react';
import { timeText } from '../../kit/formats.ts';
import { GripIcon, MoreIcon } from '../../kit/icons.tsx';
import { kitWords } from '../../kit/kit-words.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { PhotoThumb } from '../../kit/parts/photo-thumb.tsx';
import { useFloorAct } from '../floor/floor-acting.ts';
import { useFloor } from '../floor/floor-session.tsx';
import { isMovable } from '../floor/queue-order.ts';
import { queuePageWords } from '../pages/queue-page-words.ts';
import { actText, actWords } from '../words/act-words.ts';
import { floorWords } from '../words/floor-words.ts';
import { mediaText } from '../words/media-words.ts';
import { ActQuestion } from './act-button.tsx';
import { FloorNote } from './floor-note.tsx';
import classes from './job-row.module.css';

export interface JobRowProps {
  job: FloorJob;
  printerName: string | undefined;
  printers: readonly FloorPrinter[];
  isDragged: boolean;
  onDrag(jobId: string | undefined): void;
  /** `dragged` was let go on this job: it prints before it. */
  onDrop(dragged: string, target: string): void;
  /** By so many places; infinite ones mean either end. */
  onStep(jobId: string, places: number): void;
}

const dragType = 'application/x-platen-job';
const bad: ReadonlySet<FloorJob['state']> = new Set(['unknown', 'failed', 'held']);

export const JobRow = memo(function JobRow(props: JobRowProps) {
  const { job, printerName, isDragged, onDrag, onDrop, onStep } = props;
  const words = useWords(queuePageWords);
  const floor = useWords(floorWords);
  const language = useLanguage();
  const { can } = useFloor();
  const [isTarget, setTarget] = useState(false);
  const canMove = can('reorder') && isMovable(job);
  const { state, reason, starts_at, done_at, over_at, due_at, settlement } = job;

  const over = (event: DragEvent) => {
    if (!canMove || !event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    setTarget(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setTarget(false);
    const dragged = event.dataTransfer.getData(dragType);
    if (dragged !== '') onDrop(dragged, job.id);
  };
  const keys = (event: KeyboardEvent) => {
    const places = {
      ArrowUp: -1,
      ArrowDown: 1,
      Home: Number.NEGATIVE_INFINITY,
      End: Number.POSITIVE_INFINITY,
    }[event.key];
    if (!event.altKey || places === undefined) return;
    event.preventDefault();
    onStep(job.id, places);
  };
  const when = (
    [
      [words.starts, starts_at],
      [words.done, over_at === null ? done_at : null],
      [words.due, over_at === null ? due_at : null],
    ] as const
  ).flatMap(([label, at]) =>
    at === null ? [] : [`${label} ${timeText(at, language, isToday(at) ? 'time' : 'moment')}`],
  );
  return (
    <article
      className={classes.row}
      data-dragged={isDragged || undefined}
      data-target={isTarget || undefined}
      onDragOver={over}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
    >
      {canMove ? (
        <button
          type="button"
          className={classes.grip}
          aria-label={words.drag(job.order_no)}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.setData(dragType, job.id);
            event.dataTransfer.effectAllowed = 'move';
            onDrag(job.id);
          }}
          onDragEnd={() => onDrag(undefined)}
          onKeyDown={keys}
        >
          <GripIcon size={18} />
        </button>
      ) : (
        <span className={classes.grip} />
      )}
      <PhotoThumb
        src={job.thumbnail}
        alt={job.filename ?? floor.order(job.order_no, job.item_position)}
        sizePx={68}
      />
      <div className={classes.what}>
        <p className={classes.name}>{floor.order(job.order_no, job.item_position)}</p>
        <p className={classes.line}>
          {[job.filename, mediaText(job.media, language)].filter((text) => text !== null).join(' · ')}
        </p>
        <p className={classes.line}>
          {floor.copies(job.copies_printed, job.copies)} · {printerName ?? words.noPrinter}
        </p>
      </div>
      <div className={classes.state}>
        <p className={classes.name} data-bad={bad.has(state) || undefined}>
          {floor.states[state]}
          {settlement !== null && ` · ${words.settlements[settlement]}`}
        </p>
        {floor.reasons[reason] !== '' && over_at === null && (
          <p className={classes.reason} title={floor.reasons[reason]}>
            {floor.reasons[reason]}
          </p>
        )}
        <p className={classes.when}>{over_at === null ? when.join(' · ') : timeText(over_at, language)}</p>
      </div>
      <JobMenu {...props} canMove={canMove} />
    </article>
  );
});

const isToday = (at: string): boolean => new Date(at).toDateString() === new Date().toDateString();

function JobMenu({ job, printers, canMove, onStep }: JobRowProps & { canMove: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<FloorAct>();
  const [isReprinting, setReprinting] = useState(false);
  const words = useWords(queuePageWords);
  if (job.acts.length === 0) return <span className={classes.menu} />;
  return (
    <>
      {/* A menu is made when it is opened, behind the press: two thousand that wait are slow. */}
      {isOpen ? (
        <Menu
          opened
          onClose={() => startTransition(() => setOpen(false))}
          position="bottom-end"
          returnFocus
          width={240}
          transitionProps={{ duration: 0 }}
        >
          <Menu.Target>
            <button type="button" className={classes.menu} data-open aria-label={words.more(job.order_no)}>
              <MoreIcon />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <MenuItems
              job={job}
              printers={printers}
              canMove={canMove}
              onStep={onStep}
              ask={setAsked}
              reprint={() => setReprinting(true)}
            />
          </Menu.Dropdown>
        </Menu>
      ) : (
        <button
          type="button"
          className={classes.menu}
          aria-label={words.more(job.order_no)}
          aria-haspopup="menu"
          onClick={() => startTransition(() => setOpen(true))}
        >
          <MoreIcon />
        </button>
      )}
      {asked && <ActQuestion act={asked} about={job.order_no} close={() => setAsked(undefined)} />}
      {isReprinting && <ReprintDialog job={job} close={() => setReprinting(false)} />}
    </>
  );
}

interface MenuItemsProps extends Pick<JobRowProps, 'job' | 'printers' | 'onStep'> {
  canMove: boolean;
  ask(act: FloorAct): void;
  reprint(): void;
}

function MenuItems({ job, printers, canMove, onStep, ask, reprint }: MenuItemsProps) {
  const words = useWords(queuePageWords);
  const acts = useWords(actWords);
  const { can } = useFloor();
  const { tryAct } = useFloorAct();
  const may = (name: FloorAct['act']) => can(name) && job.acts.includes(name);
  const item = (act: FloorAct) => (
    <Menu.Item key={act.act} onClick={() => (effectOf(act).asks ? ask(act) : void tryAct(act))}>
      {actText(act, acts)}
    </Menu.Item>
  );
  const steps = [
    [words.first, Number.NEGATIVE_INFINITY],
    [words.up, -1],
    [words.down, 1],
    [words.last, Number.POSITIVE_INFINITY],
  ] as const;
  return (
    <>
      {may('hold') && item({ act: 'hold', job_id: job.id })}
      {may('release') && item({ act: 'release', job_id: job.id })}
      {may('reprint') && <Menu.Item onClick={reprint}>{acts.acts.reprint}…</Menu.Item>}
      {canMove && (
        <>
          <Menu.Divider />
          {steps.map(([label, places]) => (
            <Menu.Item key={label} onClick={() => onStep(job.id, places)}>
              {label}
            </Menu.Item>
          ))}
        </>
      )}
      {may('move') && printers.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Label>{words.moveTo}</Menu.Label>
          {printers
            .filter(
              ({ agent_id, enabled }) => enabled && (job.agent_id === null || agent_id === job.agent_id),
            )
            .map(({ id, name }) => (
              <Menu.Item key={id} onClick={() => void tryAct({ act: 'move', job_id: job.id, printer: id })}>
                {name}
              </Menu.Item>
            ))}
          <Menu.Item onClick={() => void tryAct({ act: 'move', job_id: job.id, printer: null })}>
            {words.anyOf}
          </Menu.Item>
        </>
      )}
      {may('call_off') && (
        <>
          <Menu.Divider />
          <Menu.Item color="seal" onClick={() => ask({ act: 'call_off', job_id: job.id })}>
            {words.callOff}…
          </Menu.Item>
        </>
      )}
    </>
  );
}

/** From which copy on: those behind a jam. */
function ReprintDialog({ job, close }: { job: FloorJob; close(): void }) {
  const words = useWords(queuePageWords);
  const acts = useWords(actWords);
  const kit = useWords(kitWords);
  const { act, isRunning } = useFloorAct();
  const [from, setFrom] = useState<number | string>(1);
  const [to, setTo] = useState<number | string>(job.copies);
  const [error, setError] = useState<unknown>();
  const [first, last] = [Number(from), Number(to)];
  const isGood =
    Number.isInteger(first) && Number.isInteger(last) && first >= 1 && last >= first && last <= job.copies;
  const run = async () => {
    setError(undefined);
    try {
      await act({ act: 'reprint', job_id: job.id, from_copy: first, to_copy: last });
      close();
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <Dialog
      opened
      onClose={close}
      title={words.reprintTitle(job.order_no)}
      actions={
        <>
          <Button variant="default" disabled={isRunning} onClick={close}>
            {kit.cancel}
          </Button>
          <Button loading={isRunning} disabled={!isGood} onClick={() => void run()}>
            {isGood ? words.copies(first, last) : acts.acts.reprint}
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        {job.copies > 1 && (
          <Group grow>
            <NumberInput
              label={acts.fromCopy}
              min={1}
              max={job.copies}
              allowDecimal={false}
              value={from}
              onChange={setFrom}
              data-autofocus
            />
            <NumberInput
              label={acts.toCopy}
              min={1}
              max={job.copies}
              allowDecimal={false}
              value={to}
              onChange={setTo}
            />
          </Group>
        )}
        <Text>{words.reprintText}</Text>
        <Text size="sm" c="dimmed">
          {acts.paper.prints} {acts.money.costs} {acts.final}
        </Text>
        <FloorNote error={error} />
      </Stack>
    </Dialog>
  );
}
