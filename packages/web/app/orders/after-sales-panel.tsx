/** Complaints about an order: those that there are with the shop's word, and a new one with photos. */
import {
  Button,
  FileButton,
  Group,
  NumberInput,
  Paper,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { colon, moneyText, timeText } from '../../kit/formats.ts';
import { CloseIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { usePollWhileAway } from '../../kit/live/live-hooks.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { PhotoThumb } from '../../kit/parts/photo-thumb.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { uploadFile } from '../../kit/uploads/upload.ts';
import { thumbnailPath } from '../photo/picture-paths.ts';
import { orderPageWords } from './order-page-words.ts';
import { mayDo, type Order } from './order-progress-rules.ts';

type Request = ApiOutput<'GET /api/user/after-sales'>['items'][number];

const mostRequests = 100;
const mostPhotos = 10;
const types = ['reprint', 'refund', 'other'] as const;
/** While there is no stream. */
const lookAgainMs = 20_000;

export function AfterSalesPanel({ order }: { order: Order }) {
  const { help } = useWords(orderPageWords);
  const [isOpen, setOpen] = useState(false);
  const refetchInterval = usePollWhileAway(lookAgainMs);
  const isFinished = ['printed', 'ready_for_pickup', 'shipped', 'completed'].includes(order.status);
  const requests = useRead(
    'GET /api/user/after-sales',
    { order_id: order.order_id, page: 1, page_size: mostRequests },
    { enabled: isFinished, refetchInterval },
  );
  const own = requests.data?.items ?? [];
  const may = mayDo(order, 'after_sales');
  if (own.length === 0 && !may) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label={help.title}>
      <Title order={2} mb="sm">
        {help.title}
      </Title>
      <Stack>
        {own.map((request) => (
          <RequestNote key={request.after_sales_id} request={request} />
        ))}
        {may && (
          <Group>
            <Button variant="default" onClick={() => setOpen(true)}>
              {help.open}
            </Button>
          </Group>
        )}
      </Stack>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={help.open} size="lg">
        <RequestForm order={order} onDone={() => setOpen(false)} />
      </Dialog>
    </Paper>
  );
}

function RequestNote({ request }: { request: Request }) {
  const { help } = useWords(orderPageWords);
  const language = useLanguage();
  const withdraw = useAct('PUT /api/user/after-sales/{after_sales_id}/withdraw', {
    changes: ['GET /api/user/after-sales', 'GET /api/orders/{order_id}'],
    onDone: () => showToast({ text: help.withdrawn }),
  });
  return (
    <div>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text fw={600}>
            {help.states[request.status]} · {help.types[request.type]}
          </Text>
          <Text size="sm" c="dimmed">
            {timeText(request.created_at, language)}
          </Text>
        </div>
        {request.can_withdraw && (
          <Button
            size="compact-md"
            variant="default"
            style={{ flex: 'none' }}
            loading={withdraw.isRunning}
            onClick={() => withdraw.run({ after_sales_id: request.after_sales_id })}
          >
            {help.withdraw}
          </Button>
        )}
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {request.reason}
      </Text>
      {request.description !== '' && (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {request.description}
        </Text>
      )}
      <Group gap="xs" mt={4}>
        {request.photos.map(({ photo_id }) => (
          <PhotoThumb key={photo_id} src={thumbnailPath(photo_id)} alt={help.photoOf} sizePx={56} />
        ))}
      </Group>
      {request.decision_note !== '' && (
        <Text size="sm" mt={4}>
          <strong>
            {help.answer}
            {colon(language)}
          </strong>
          {request.decision_note}
        </Text>
      )}
      {request.refunded > 0 && (
        <Text size="sm">{moneyText(request.refunded, request.currency, language)}</Text>
      )}
      <ErrorNote error={withdraw.error} />
    </div>
  );
}

interface Evidence {
  id: string;
  name: string;
}

function RequestForm({ order, onDone }: { order: Order; onDone(): void }) {
  const { help } = useWords(orderPageWords);
  const [type, setType] = useState<(typeof types)[number]>('reprint');
  const [reason, setReason] = useState('');
  const [description, setDescription] = useState('');
  const [copies, setCopies] = useState<ReadonlyMap<number, number>>(
    new Map(order.items.map((item) => [item.position, item.quantity])),
  );
  const evidence = useEvidence();
  const send = useAct('POST /api/after-sales', {
    changes: [
      'GET /api/user/after-sales',
      'GET /api/orders/{order_id}',
      'GET /api/orders/{order_id}/tracking',
    ],
    onDone() {
      showToast({ text: help.sent });
      onDone();
    },
  });
  const concerned = [...copies].filter(([, count]) => count > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '' || concerned.length === 0) return;
    send.run({
      order_id: order.order_id,
      type,
      reason: reason.trim(),
      description: description.trim(),
      items: concerned.map(([position, count]) => ({ position, copies: count })),
      photo_ids: evidence.photos.map(({ id }) => id),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Select
          label={help.type}
          value={type}
          allowDeselect={false}
          onChange={(value) => value && setType(value as typeof type)}
          data={types.map((value) => ({ value, label: help.types[value] }))}
        />
        <TextInput
          label={help.reason}
          description={help.reasonHint}
          required
          withAsterisk={false}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Textarea
          label={help.description}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Text fw={500} size="sm">
          {help.which}
        </Text>
        {order.items.map((item) => (
          <CopiesOfItem
            key={item.position}
            item={item}
            value={copies.get(item.position) ?? 0}
            onChange={(count) => setCopies(new Map(copies).set(item.position, count))}
          />
        ))}
        <div>
          <Text fw={500} size="sm">
            {help.photos}
          </Text>
          <Text size="xs" c="dimmed" mb={4}>
            {help.photosHint}
          </Text>
          <Group gap="xs">
            {evidence.photos.map((photo) => (
              <Group key={photo.id} gap={4}>
                <PhotoThumb src={thumbnailPath(photo.id)} alt={photo.name} sizePx={56} />
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={help.removePhoto(photo.name)}
                  onClick={() => evidence.remove(photo.id)}
                >
                  <CloseIcon size={14} />
                </Button>
              </Group>
            ))}
            <FileButton accept="image/*" multiple onChange={evidence.add}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  loading={evidence.isSending}
                  disabled={evidence.photos.length >= mostPhotos}
                >
                  {help.addPhotos}
                </Button>
              )}
            </FileButton>
          </Group>
          <ErrorNote error={evidence.error} />
        </div>
        <ErrorNote error={send.error} />
        <Group>
          <Button
            type="submit"
            loading={send.isRunning}
            disabled={reason.trim() === '' || concerned.length === 0 || evidence.isSending}
          >
            {help.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Photos of what is wrong, uploaded one after the other. */
function useEvidence() {
  const [photos, setPhotos] = useState<readonly Evidence[]>([]);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async (files: readonly File[]) => {
    setSending(true);
    setError(undefined);
    try {
      for (const file of files) {
        const { id: photoId } = await uploadFile('photo', file);
        setPhotos((before) =>
          before.some(({ id }) => id === photoId) ? before : [...before, { id: photoId, name: file.name }],
        );
      }
    } catch (thrown) {
      setError(thrown);
    } finally {
      setSending(false);
    }
  };
  return {
    photos,
    isSending,
    error,
    add: (files: File[]) => void send(files.slice(0, mostPhotos - photos.length)),
    remove: (id: string) => setPhotos(photos.filter((photo) => photo.id !== id)),
  };
}

interface CopiesOfItemProps {
  item: Order['items'][number];
  value: number;
  onChange(count: number): void;
}

function CopiesOfItem({ item, value, onChange }: CopiesOfItemProps) {
  const { help, fileGone } = useWords(orderPageWords);
  const name = item.filename ?? fileGone;
  return (
    <Group gap="sm" wrap="nowrap">
      <PhotoThumb src={thumbnailPath(item.document_id)} alt="" sizePx={44} />
      <NumberInput
        style={{ flex: 1 }}
        label={help.copies(name)}
        min={0}
        max={item.quantity}
        allowDecimal={false}
        clampBehavior="strict"
        value={value}
        onChange={(typed) => onChange(Number(typed) || 0)}
      />
    </Group>
  );
}
