/** /after-sales: what customers complained about, and the shop's word on it. Which request is open is in the address. */
import {
  Badge,
  Button,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { colon, inBrackets, moneyText, timeText } from '../../kit/formats.ts';
import { ReturnIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { SessionLive } from '../../kit/live/live-hooks.tsx';
import { Age } from '../../kit/parts/age.tsx';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { SidePanel } from '../../kit/parts/dialog.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { PhotoThumb } from '../../kit/parts/photo-thumb.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { DataTable } from '../../kit/tables/data-table.tsx';
import { deskWords } from './desk-words.ts';

type Request = ApiOutput<'GET /api/shop/after-sales/{after_sales_id}'>;
const statuses = ['requested', 'approved', 'reprinting', 'closed'] as const;

export const AfterSalesPage = () => (
  <SessionLive>
    <AfterSales />
  </SessionLive>
);

function AfterSales() {
  const { afterSales: words } = useWords(deskWords);
  const [{ status, page, request }, setAddress] = useAddress({ status: 'requested', page: 1, request: '' });
  // What is left out of the address is what it begins with.
  const shown = { ...(status !== 'requested' && { status }), ...(page !== 1 && { page }) };
  const wanted = statuses.find((one) => one === status);
  const list = useRead(
    'GET /api/shop/after-sales',
    { ...(wanted && { status: wanted }), page },
    { keepsPrevious: true },
  );
  return (
    <Stack>
      <PageTitle title={words.title} hint={words.hint} />
      <SegmentedControl
        aria-label={words.state}
        value={wanted ?? 'all'}
        onChange={(next) => setAddress({ status: next, page: 1 })}
        data={[
          ...statuses.map((value) => ({ value, label: words.status[value] })),
          { value: 'all', label: words.all },
        ]}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      <DataTable
        label={words.list}
        rows={list.data?.items}
        error={list.error}
        retry={() => void list.refetch()}
        rowKey={({ after_sales_id }) => after_sales_id}
        {...(list.data && { list: list.data })}
        empty={<EmptyState icon={<ReturnIcon size={40} />} title={words.none} hint={words.noneHint} />}
        rowTarget={({ after_sales_id }) => ({
          to: '/after-sales',
          search: { ...shown, request: after_sales_id },
        })}
        columns={[
          {
            key: 'order',
            title: words.order,
            cell: ({ order_no }) => <span className="platen-numbers">{order_no}</span>,
          },
          { key: 'when', title: words.when, cell: (one) => <Age time={one.created_at} /> },
          { key: 'wants', title: words.wants, cell: (one) => words.types[one.type] },
          { key: 'reason', title: words.reason, cell: (one) => one.reason },
          {
            key: 'state',
            title: words.state,
            isMark: true,
            cell: (one) => <Badge variant="light">{words.status[one.status]}</Badge>,
          },
        ]}
      />
      <SidePanel opened={request !== ''} onClose={() => setAddress({ request: '' })} title={words.title}>
        {request !== '' && <OneRequest key={request} id={request} />}
      </SidePanel>
    </Stack>
  );
}

function OneRequest({ id }: { id: string }) {
  const { afterSales: words } = useWords(deskWords);
  const language = useLanguage();
  const read = useRead('GET /api/shop/after-sales/{after_sales_id}', { after_sales_id: id });
  const request = read.data;
  if (!request)
    return read.error ? <ErrorNote error={read.error} retry={() => void read.refetch()} /> : <LoadingLines />;
  return (
    <Stack>
      <Group>
        <Text fw={600} className="platen-numbers">
          {request.order_no}
        </Text>
        <Badge variant="light">{words.status[request.status]}</Badge>
        <Text>{words.types[request.type]}</Text>
      </Group>
      <Text fw={600}>{request.reason}</Text>
      <Text style={{ whiteSpace: 'pre-wrap' }}>{request.description}</Text>
      {request.items.map(({ position, copies }) => (
        <Text key={position} size="sm">
          {words.items(position, copies)}
        </Text>
      ))}
      {request.photos.length > 0 && (
        <SimpleGrid cols={3} aria-label={words.pictures}>
          {request.photos.map(({ photo_id, file_url }, index) => (
            <a
              key={photo_id}
              href={new URL(file_url, location.href).pathname}
              target="_blank"
              rel="noreferrer"
            >
              <PhotoThumb
                src={new URL(file_url, location.href).pathname}
                alt={words.picture(index + 1)}
                sizePx={104}
              />
            </a>
          ))}
        </SimpleGrid>
      )}
      {request.refunded > 0 && (
        <Text>
          {words.refunded}
          {colon(language)}
          {moneyText(request.refunded, request.currency, language)}
        </Text>
      )}
      {request.status === 'requested' && <DecideForm request={request} />}
      {request.status !== 'requested' && request.closed_at === null && <CloseForm request={request} />}
      <section>
        <Text fw={600}>{words.history}</Text>
        {request.history.map(({ status, at, detail }) => (
          <Text key={`${status} ${at}`} size="sm" c="dimmed">
            {timeText(at, language)} · {(words.status as Record<string, string>)[status] ?? status}
            {detail !== '' && ` · ${detail}`}
          </Text>
        ))}
      </section>
    </Stack>
  );
}

const changed = ['GET /api/shop/after-sales', 'GET /api/shop/after-sales/{after_sales_id}'] as const;

function DecideForm({ request }: { request: Request }) {
  const { afterSales: words } = useWords(deskWords);
  const language = useLanguage();
  const asked = request.type === 'other' ? 'none' : request.type;
  const [remedy, setRemedy] = useState<'refund' | 'reprint' | 'none'>(asked);
  const [amount, setAmount] = useState<number | string>('');
  const [note, setNote] = useState('');
  const decide = useAct('POST /api/shop/after-sales/{after_sales_id}/decide', {
    changes: changed,
    onDone: () => showToast({ text: words.decided }),
  });
  const { after_sales_id } = request;
  return (
    <Stack>
      <Select
        label={words.remedy}
        allowDeselect={false}
        value={remedy}
        onChange={(next) => next && setRemedy(next as typeof remedy)}
        data={(['refund', 'reprint', 'none'] as const).map((value) => ({
          value,
          label: words.remedies[value],
        }))}
      />
      {remedy === 'refund' && (
        <NumberInput
          label={words.amount + inBrackets(request.currency, language)}
          description={words.amountHint}
          min={0}
          decimalScale={2}
          hideControls
          value={amount}
          onChange={setAmount}
        />
      )}
      <Textarea
        label={words.note}
        description={words.noteHint}
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <ErrorNote error={decide.error} />
      <Group>
        <ConfirmButton
          title={words.approveTitle}
          text={words.approveText[remedy]}
          confirm={words.approve}
          act={() =>
            decide.runAsync({
              after_sales_id,
              decision: 'approve',
              remedy,
              note: note.trim(),
              ...(remedy === 'refund' && typeof amount === 'number' && { amount }),
            })
          }
        >
          {words.approve}
        </ConfirmButton>
        <Button
          variant="default"
          loading={decide.isRunning}
          disabled={note.trim() === ''}
          onClick={() => decide.run({ after_sales_id, decision: 'reject', note: note.trim() })}
        >
          {words.reject}
        </Button>
      </Group>
    </Stack>
  );
}

function CloseForm({ request }: { request: Request }) {
  const { afterSales: words } = useWords(deskWords);
  const [note, setNote] = useState('');
  const close = useAct('POST /api/shop/after-sales/{after_sales_id}/close', { changes: changed });
  return (
    <Stack>
      <Textarea
        label={words.note}
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <ErrorNote error={close.error} />
      <Group>
        <Button
          variant="default"
          loading={close.isRunning}
          onClick={() => close.run({ after_sales_id: request.after_sales_id, note: note.trim() })}
        >
          {words.close}
        </Button>
      </Group>
    </Stack>
  );
}
