// biome-ignore-all lint/a11y/useSemanticElements: the ARIA grid pattern on a CSS grid, whose rows depend on the width of the window; a table can't do that.
// biome-ignore-all lint/a11y/useFocusableInteractive: in that pattern cells take the focus, the grid and its rows don't.
/**
 * What was sent in, as a grid: looked through and decided by keys, by mouse or by thumb. Owns the place where one stands and what is
 * chosen; decisions are the caller's calls, one for however many there are.
 */
import { Badge, Button, Group, Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListItem } from '../../kit/api-types.ts';
import { CheckIcon, PhotoIcon } from '../../kit/icons.tsx';
import { useWords } from '../../kit/language.ts';
import { ownPath } from '../../kit/own-path.ts';
import { preOrderWords } from './pre-order-words.ts';
import classes from './submission-grid.module.css';
import { placeAfter, placeWithout, withRange, withToggled } from './submission-grid-rules.ts';

export type Submission = ListItem<'GET /api/user/pre-orders/{pre_order_id}/submissions'>;

export interface SubmissionGridProps {
  submissions: readonly Submission[];
  chosen: ReadonlySet<string>;
  /** False: the pre-order has ended, and nothing is decided any more. */
  canDecide: boolean;
  onChoose(chosen: ReadonlySet<string>): void;
  onAccept(ids: readonly string[]): void;
  onReject(ids: readonly string[]): void;
  onTakeOut(submission: Submission): void;
  onZoom(submission: Submission): void;
}

export function SubmissionGrid(props: SubmissionGridProps) {
  const { submissions, chosen, canDecide, onChoose, onAccept, onReject, onZoom } = props;
  const { review } = useWords(preOrderWords);
  const grid = useRef<HTMLDivElement>(null);
  const columns = useColumns(grid);
  const ids = submissions.map(({ submission_id }) => submission_id);
  const [standing, setStanding] = useState(ids[0]);
  const before = useRef(ids);
  const at = Math.max(0, ids.indexOf(standing ?? ''));

  // What was decided leaves the list: one stands on the next then, and keeps the focus.
  useEffect(() => {
    const earlier = before.current;
    before.current = ids;
    if (standing === undefined || ids.includes(standing)) return;
    const gone = new Set(earlier.filter((id) => !ids.includes(id)));
    const place = placeWithout(earlier, earlier.indexOf(standing), gone);
    const hadFocus =
      document.activeElement === document.body || grid.current?.contains(document.activeElement);
    const next = ids[Math.max(0, place)];
    setStanding(next);
    if (hadFocus && next !== undefined) cellOf(grid.current, next)?.focus();
  });

  const stand = (index: number) => {
    const id = ids[index];
    if (id === undefined) return;
    setStanding(id);
    cellOf(grid.current, id)?.focus();
  };
  const decided = () => {
    const id = ids[at]!;
    const wanted = chosen.size > 0 ? ids.filter((each) => chosen.has(each)) : [id];
    return wanted.filter((each) =>
      submissions.some((it) => it.submission_id === each && it.status === 'pending'),
    );
  };
  const press = (event: KeyboardEvent) => {
    // Buttons inside answer their own keys.
    if ((event.target as HTMLElement).closest('button') && [' ', 'Enter'].includes(event.key)) return;
    const to = placeAfter(event.key, { at, count: ids.length, columns });
    const key = event.key.toLowerCase();
    if (to !== undefined) {
      if (event.shiftKey) onChoose(withRange(chosen, ids, { from: at, to }));
      stand(to);
    } else if (key === 'a' && (event.ctrlKey || event.metaKey)) {
      onChoose(new Set(ids));
    } else if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    } else if (key === 'a' && canDecide) {
      onAccept(decided());
    } else if (key === 'r' && canDecide) {
      onReject(decided());
    } else if (key === ' ' || key === 'enter') {
      onZoom(submissions[at]!);
    } else if (key === 'x') {
      onChoose(withToggled(chosen, ids[at]!));
    } else if (key === 'escape' && chosen.size > 0) {
      onChoose(new Set());
    } else {
      return;
    }
    event.preventDefault();
  };
  const rows = Array.from({ length: Math.ceil(submissions.length / columns) }, (_, index) =>
    submissions.slice(index * columns, (index + 1) * columns),
  );
  return (
    <div
      ref={grid}
      className={classes.grid}
      role="grid"
      aria-label={review.label}
      aria-multiselectable="true"
      onKeyDown={press}
    >
      {rows.map((row) => (
        <div key={row[0]!.submission_id} className={classes.row} role="row">
          {row.map((submission) => (
            <Cell
              key={submission.submission_id}
              submission={submission}
              isStanding={submission.submission_id === ids[at]}
              isChosen={chosen.has(submission.submission_id)}
              onFocus={() => setStanding(submission.submission_id)}
              grid={props}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

const cellOf = (grid: HTMLElement | null, id: string): HTMLElement | null =>
  grid?.querySelector(`[data-submission="${CSS.escape(id)}"]`) ?? null;

/** How many stand beside each other, as the style sheet has laid them out. */
function useColumns(grid: { current: HTMLElement | null }): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () =>
      setColumns(Math.max(1, getComputedStyle(element).gridTemplateColumns.split(' ').length));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [grid]);
  return columns;
}

interface CellProps {
  submission: Submission;
  isStanding: boolean;
  isChosen: boolean;
  onFocus(): void;
  grid: SubmissionGridProps;
}

const shownPhotos = 4;

function Cell({ submission, isStanding, isChosen, onFocus, grid }: CellProps) {
  const words = useWords(preOrderWords);
  const { review } = words;
  const { submission_id, submitter_name, photos, note, status, reject_reason } = submission;
  const name = submitter_name || review.nameless;
  const tabIndex = isStanding ? 0 : -1;
  const { canDecide, chosen, onChoose } = grid;
  return (
    <div
      className={classes.cell}
      role="gridcell"
      aria-selected={isChosen}
      tabIndex={tabIndex}
      data-submission={submission_id}
      onFocus={onFocus}
    >
      <button
        type="button"
        tabIndex={-1}
        className={classes.pictures}
        aria-label={review.larger}
        {...(photos.length > 1 && { 'data-many': true })}
        onClick={() => grid.onZoom(submission)}
      >
        {photos.slice(0, shownPhotos).map((photo) =>
          photo.thumbnail_url === null ? (
            <span key={photo.photo_id} className={classes.missing}>
              <PhotoIcon size={32} />
            </span>
          ) : (
            <img key={photo.photo_id} src={ownPath(photo.thumbnail_url)} alt="" loading="lazy" />
          ),
        )}
        {photos.length > shownPhotos && (
          <span className={classes.more} aria-hidden="true">
            +{photos.length - shownPhotos}
          </span>
        )}
      </button>
      <div className={classes.words}>
        <Text size="sm" fw={600} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {words.accepted(photos.length)}
        </Text>
        {note !== '' && (
          <Text size="xs" lineClamp={3}>
            {note}
          </Text>
        )}
        {status !== 'pending' && (
          <Badge size="sm" variant="light" color={status === 'approved' ? 'ink' : 'gray'}>
            {words.counts[status]}
          </Badge>
        )}
        {reject_reason !== '' && (
          <Text size="xs" c="dimmed">
            {review.why} {reject_reason}
          </Text>
        )}
      </div>
      <Group className={classes.acts!} gap={6}>
        {status === 'pending' && canDecide && (
          <>
            <Button
              size="compact-sm"
              px={7}
              tabIndex={tabIndex}
              onClick={() => grid.onAccept([submission_id])}
            >
              {review.accept}
            </Button>
            <Button
              size="compact-sm"
              px={7}
              variant="default"
              tabIndex={tabIndex}
              onClick={() => grid.onReject([submission_id])}
            >
              {review.reject}
            </Button>
            <Button
              size="compact-sm"
              px={6}
              className={classes.choose!}
              variant={isChosen ? 'filled' : 'default'}
              tabIndex={tabIndex}
              aria-label={review.choose}
              title={review.choose}
              aria-pressed={isChosen}
              onClick={() => onChoose(withToggled(chosen, submission_id))}
            >
              <span className={classes.mark}>
                <CheckIcon size={15} />
              </span>
            </Button>
          </>
        )}
        {status === 'approved' && canDecide && (
          <Button
            size="compact-sm"
            variant="default"
            tabIndex={tabIndex}
            onClick={() => grid.onTakeOut(submission)}
          >
            {review.takeOut}
          </Button>
        )}
      </Group>
    </div>
  );
}
