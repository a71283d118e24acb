/** Looking through what was sent in, and deciding it: the grid, what is chosen in it, the large picture, the reason to reject. */
import { ActionIcon, Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { placeOf } from '../../kit/crop-rules.ts';
import { BackIcon, CheckIcon, ForwardIcon, PhotoIcon } from '../../kit/icons.tsx';
import { kitWords } from '../../kit/kit-words.ts';
import { useWords } from '../../kit/language.ts';
import { ownPath } from '../../kit/own-path.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { Pager } from '../../kit/tables/pager.tsx';
import { preOrderWords } from './pre-order-words.ts';
import classes from './submission-grid.module.css';
import { type Submission, SubmissionGrid } from './submission-grid.tsx';

type PreOrder = ApiOutput<'GET /api/user/pre-orders/{pre_order_id}'>;
const states = ['pending', 'approved', 'rejected', 'cancelled'] as const;

const changes = [
  'GET /api/user/pre-orders',
  'GET /api/user/pre-orders/{pre_order_id}',
  'GET /api/user/pre-orders/{pre_order_id}/submissions',
] as const;

export function SubmissionReview({ preOrder }: { preOrder: PreOrder }) {
  const words = useWords(preOrderWords);
  const { cancel } = useWords(kitWords);
  const { review } = words;
  const { pre_order_id, submissions: counts } = preOrder;
  const [{ show, page }, setAddress] = useAddress({ tab: 'photos', show: '', page: 1 });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [rejected, setRejected] = useState<readonly string[]>([]);
  const [taken, setTaken] = useState<Submission>();
  const [zoomed, setZoomed] = useState<string>();
  // Where nothing waits and nothing more can come, one looks at what is printed.
  const canTake = preOrder.status === 'draft' || preOrder.status === 'open';
  const first = canTake || counts.pending.submissions > 0 ? 'pending' : 'approved';
  const status = states.find((each) => each === show) ?? first;
  const list = useRead(
    'GET /api/user/pre-orders/{pre_order_id}/submissions',
    { pre_order_id, status, page, page_size: 24 },
    { keepsPrevious: true },
  );
  const decide = useAct('POST /api/user/pre-orders/{pre_order_id}/submissions/review', {
    changes,
    onDone({ items }, { approved }) {
      setChosen(new Set());
      setRejected([]);
      const done = items.filter(({ ok }) => ok).length;
      if (done > 0) showToast({ text: approved ? review.accepted(done) : review.rejected(done) });
      const refused = items.filter(({ ok }) => !ok);
      if (refused.length > 0)
        showToast({ text: `${review.notAll(refused.length)} ${refused[0]!.error}`, tone: 'refused' });
    },
  });
  const takeOut = useAct('PUT /api/user/pre-orders/{pre_order_id}/submissions/{submission_id}/cancel', {
    changes,
    onDone() {
      setTaken(undefined);
      showToast({ text: review.takenOut });
    },
  });
  const canDecide = preOrder.status === 'open' || preOrder.status === 'closed';
  const accept = (ids: readonly string[]) => {
    if (ids.length > 0) decide.run({ pre_order_id, submission_ids: [...ids], approved: true });
  };
  const reject = (ids: readonly string[]) => {
    decide.reset();
    setRejected(ids);
  };
  const items = list.data?.items ?? [];
  const onPage = items.filter(({ submission_id }) => chosen.has(submission_id));
  const pendingChosen = onPage.filter((each) => each.status === 'pending').map((each) => each.submission_id);
  const shown = items.find(({ submission_id }) => submission_id === zoomed);
  return (
    <Stack>
      <Group justify="space-between">
        <div style={{ overflowX: 'auto' }}>
          <SegmentedControl
            aria-label={words.state}
            value={status}
            data={states.map((each) => ({
              value: each,
              label: `${words.counts[each]} ${counts[each].submissions}`,
            }))}
            onChange={(next) => {
              setChosen(new Set());
              setAddress({ show: next, page: 1 }, { push: true });
            }}
          />
        </div>
        {status === 'pending' && canDecide && counts.pending.submissions > 1 && chosen.size === 0 && (
          <Button
            variant="default"
            leftSection={<CheckIcon size={18} />}
            loading={decide.isRunning}
            onClick={() => decide.run({ pre_order_id, approved: true })}
          >
            {review.acceptAll}
          </Button>
        )}
      </Group>
      {chosen.size > 0 && (
        <Group className={classes.bar!} gap="sm" role="toolbar" aria-label={review.chosen(onPage.length)}>
          <Text fw={600} role="status">
            {review.chosen(onPage.length)}
          </Text>
          {canDecide && pendingChosen.length > 0 && (
            <>
              <Button loading={decide.isRunning} onClick={() => accept(pendingChosen)}>
                {review.acceptMany(pendingChosen.length)}
              </Button>
              <Button variant="default" onClick={() => reject(pendingChosen)}>
                {review.rejectMany(pendingChosen.length)}
              </Button>
            </>
          )}
          <Button variant="subtle" onClick={() => setChosen(new Set())}>
            {review.chooseNone}
          </Button>
        </Group>
      )}
      {rejected.length === 0 && <ErrorNote error={decide.error} />}
      <ErrorNote error={list.error} retry={() => void list.refetch()} />
      {list.isPending && <LoadingLines lines={4} heightPx={120} />}
      {list.data?.total === 0 && (
        <EmptyState
          icon={<PhotoIcon size={40} />}
          title={status === 'pending' && counts.approved.submissions > 0 ? review.emptyPending : review.empty}
          {...(status === 'pending' &&
            canTake && {
              hint: preOrder.status === 'draft' ? review.draftHint : review.emptyHint,
              ...(preOrder.status === 'open' && {
                action: (
                  <Button
                    variant="default"
                    onClick={() => setAddress({ tab: 'share', page: 1 }, { push: true })}
                  >
                    {review.toLink}
                  </Button>
                ),
              }),
            })}
        />
      )}
      {items.length > 0 && (
        <>
          <Text size="sm" c="dimmed" visibleFrom="sm">
            {review.hint}
          </Text>
          <SubmissionGrid
            submissions={items}
            chosen={chosen}
            canDecide={canDecide}
            onChoose={setChosen}
            onAccept={accept}
            onReject={reject}
            onTakeOut={setTaken}
            onZoom={(submission) => setZoomed(submission.submission_id)}
          />
        </>
      )}
      {list.data && <Pager list={list.data} onPage={(next) => setAddress({ page: next }, { push: true })} />}
      <Dialog
        opened={shown !== undefined}
        onClose={() => setZoomed(undefined)}
        title={shown ? shown.submitter_name || review.nameless : ''}
        size="xl"
      >
        {shown && (
          <Zoomed
            submission={shown}
            canDecide={canDecide}
            onAccept={() => {
              setZoomed(undefined);
              accept([shown.submission_id]);
            }}
            onReject={() => {
              setZoomed(undefined);
              reject([shown.submission_id]);
            }}
          />
        )}
      </Dialog>
      <Dialog
        opened={rejected.length > 0}
        onClose={() => setRejected([])}
        title={review.reasonTitle(rejected.length)}
      >
        {rejected.length > 0 && (
          <RejectForm
            isRunning={decide.isRunning}
            error={decide.error}
            onReject={(reason) =>
              decide.run({
                pre_order_id,
                submission_ids: [...rejected],
                approved: false,
                ...(reason !== '' && { reject_reason: reason }),
              })
            }
          />
        )}
      </Dialog>
      <Dialog
        opened={taken !== undefined}
        onClose={() => setTaken(undefined)}
        title={review.takeOutTitle}
        actions={
          <>
            <Button variant="default" onClick={() => setTaken(undefined)}>
              {cancel}
            </Button>
            <Button
              color="seal"
              loading={takeOut.isRunning}
              data-autofocus
              onClick={() => taken && takeOut.run({ pre_order_id, submission_id: taken.submission_id })}
            >
              {review.takeOut}
            </Button>
          </>
        }
      >
        <Text>{review.takeOutText}</Text>
        <ErrorNote error={takeOut.error} />
      </Dialog>
    </Stack>
  );
}

interface RejectFormProps {
  isRunning: boolean;
  error: unknown;
  onReject(reason: string): void;
}

function RejectForm({ isRunning, error, onReject }: RejectFormProps) {
  const { review } = useWords(preOrderWords);
  const [reason, setReason] = useState('');
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        onReject(reason.trim());
      }}
    >
      <Textarea
        label={review.reason}
        value={reason}
        maxLength={300}
        autosize
        minRows={2}
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            onReject(reason.trim());
          }
        }}
      />
      <Group gap="xs">
        {review.reasons.split('\n').map((each) => (
          <Button key={each} size="compact-sm" variant="default" onClick={() => setReason(each)}>
            {each}
          </Button>
        ))}
      </Group>
      <ErrorNote error={error} />
      <Group justify="flex-end">
        <Button type="submit" color="seal" loading={isRunning}>
          {review.reject}
        </Button>
      </Group>
    </Stack>
  );
}

interface ZoomedProps {
  submission: Submission;
  canDecide: boolean;
  onAccept(): void;
  onReject(): void;
}

function Zoomed({ submission, canDecide, onAccept, onReject }: ZoomedProps) {
  const { review } = useWords(preOrderWords);
  const [index, setIndex] = useState(0);
  const { photos, note, status } = submission;
  const photo = photos[index]!;
  const step = (by: number) => setIndex((at) => Math.min(photos.length - 1, Math.max(0, at + by)));
  return (
    <Stack
      onKeyDown={(event) => {
        const key = event.key.toLowerCase();
        if (key === 'arrowright') step(1);
        else if (key === 'arrowleft') step(-1);
        else if (key === 'a' && canDecide && status === 'pending') onAccept();
        else if (key === 'r' && canDecide && status === 'pending') onReject();
        else return;
        event.preventDefault();
      }}
    >
      {photo.preview_url === null ? (
        <EmptyState icon={<PhotoIcon size={40} />} title={photo.filename ?? review.empty} />
      ) : (
        <div className={classes.framed}>
          <img className={classes.zoomed} src={ownPath(photo.preview_url)} alt={photo.filename ?? ''} />
          {photo.crop && <span className={classes.printed} style={placeOf(photo.crop)} />}
        </div>
      )}
      {photo.crop && photo.preview_url !== null && <Text size="sm">{review.cropped}</Text>}
      {note !== '' && <Text>{note}</Text>}
      <Group justify="space-between">
        <Group gap="xs">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={review.previous}
            disabled={index === 0}
            onClick={() => step(-1)}
          >
            <BackIcon size={18} />
          </ActionIcon>
          <Text size="sm" role="status" className="platen-numbers">
            {review.photoOf(index + 1, photos.length)}
          </Text>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={review.next}
            disabled={index === photos.length - 1}
            onClick={() => step(1)}
          >
            <ForwardIcon size={18} />
          </ActionIcon>
        </Group>
        {canDecide && status === 'pending' && (
          <Group gap="xs">
            <Button variant="default" onClick={onReject}>
              {review.reject}
            </Button>
            <Button onClick={onAccept} data-autofocus>
              {review.accept}
            </Button>
          </Group>
        )}
      </Group>
    </Stack>
  );
}
