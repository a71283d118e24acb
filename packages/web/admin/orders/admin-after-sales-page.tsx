/** /admin/after-sales/$id: one complaint with its evidence side by side, and the decision about it. */

import { Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useAddress, usePathPart } from '../../kit/address-state.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { moneyText, timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { serviceText } from '../../kit/service-words.ts';
import { Card, Facts } from '../parts/facts.tsx';
import { partWords } from '../parts/part-words.ts';
import { RecordForm } from '../parts/record-form.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { Story } from '../parts/story.tsx';
import { choicesOf, stateWord, stateWords, toneOf } from '../state-words.ts';
import classes from './admin-after-sales-page.module.css';
import { moneyAdminWords } from './money-admin-words.ts';

type Request = ApiOutput<'GET /api/shop/after-sales/{after_sales_id}'>;

const changed = [
  'GET /api/shop/after-sales/{after_sales_id}',
  'GET /api/shop/after-sales',
  'GET /api/shop/orders/{order_id}',
] as const;

export function AdminAfterSalesPage() {
  const words = useWords(moneyAdminWords);
  const states = useWords(stateWords);
  const language = useLanguage();
  const after_sales_id = usePathPart('id');
  const request = useRead('GET /api/shop/after-sales/{after_sales_id}', { after_sales_id });
  const { data } = request;
  return (
    <>
      <PageTitle
        title={words.request}
        {...(data && {
          hint: <StateBadge tone={toneOf(data.status)}>{states.afterSales[data.status]}</StateBadge>,
        })}
      />
      <ErrorNote error={request.error} retry={() => void request.refetch()} />
      {request.isPending && <LoadingLines lines={10} />}
      {data && (
        <Stack gap="lg">
          <Claim request={data} />
          <Evidence request={data} />
          {data.status === 'requested' && <Decide request={data} />}
          {(data.status === 'approved' || data.status === 'rejected') && <Close request={data} />}
          <Card title={words.history}>
            <Story
              lines={data.history.map((line, index) => ({
                key: `${index} ${line.status}`,
                title: stateWord(states.afterSales, line.status),
                detail: serviceText(line.detail, language),
                by: line.by,
                at: line.at,
              }))}
            />
          </Card>
        </Stack>
      )}
    </>
  );
}

function Claim({ request }: { request: Request }) {
  const part = useWords(partWords);
  const words = useWords(moneyAdminWords);
  const states = useWords(stateWords);
  const language = useLanguage();
  return (
    <Facts
      columns={3}
      facts={[
        [words.wants, states.afterSalesType[request.type]],
        [words.why, request.reason],
        [
          part.order,
          <PageLink key="order" to="/orders/$id" params={{ id: request.order_id }}>
            <span className="platen-numbers">{request.order_no}</span>
          </PageLink>,
        ],
        [words.requestedAt, timeText(request.created_at, language)],
        [
          words.items,
          request.items
            .map(({ position, copies }) => words.ofItem(words.item(position), words.copies(copies)))
            .join(language === 'zh' ? '；' : '; ') || '–',
        ],
        request.refunded > 0 && [words.refunded, moneyText(request.refunded, request.currency, language)],
        request.decision_note !== '' && [words.note, request.decision_note],
      ]}
    >
      <Text size="sm" c="dimmed" mt="md">
        {words.description}
      </Text>
      <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {request.description || words.noDescription}
      </Text>
    </Facts>
  );
}

/** The path alone: these pages may be reached under another name than the one that the cloud gives out. */
const pathOf = (address: string): string => new URL(address, location.origin).pathname;

function Evidence({ request }: { request: Request }) {
  const words = useWords(moneyAdminWords);
  const [{ photo }, setAddress] = useAddress({ photo: 0 });
  const { photos } = request;
  const name = (index: number) => words.photo(index + 1, photos.length);
  return (
    <Card title={words.evidence}>
      {photos.length === 0 ? (
        <Text c="dimmed">{words.noEvidence}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {words.evidenceHint}
          </Text>
          <SimpleGrid cols={{ base: 2, sm: photo > 0 ? 2 : 4 }} spacing="sm">
            {photos.map(({ photo_id, file_url }, index) => (
              <UnstyledButton
                key={photo_id}
                className={classes.photo}
                data-large={photo === index + 1 || undefined}
                aria-pressed={photo === index + 1}
                onClick={() => setAddress({ photo: photo === index + 1 ? 0 : index + 1 })}
              >
                <img src={pathOf(file_url)} alt={name(index)} loading="lazy" />
                <Text size="sm" ta="center">
                  {name(index)}
                </Text>
              </UnstyledButton>
            ))}
          </SimpleGrid>
        </>
      )}
    </Card>
  );
}

function Decide({ request }: { request: Request }) {
  const words = useWords(moneyAdminWords);
  const language = useLanguage();
  const { after_sales_id, currency } = request;
  return (
    <Card title={words.decide}>
      <RecordForm
        route="POST /api/shop/after-sales/{after_sales_id}/decide"
        fixed={{ after_sales_id }}
        initial={{ decision: 'approve', remedy: request.type === 'other' ? 'none' : request.type }}
        fields={[
          {
            name: 'decision',
            label: words.decision,
            kind: 'choice',
            options: [
              { value: 'approve', label: words.approve },
              { value: 'reject', label: words.reject },
            ],
          },
          {
            name: 'remedy',
            label: words.remedy,
            kind: 'choice',
            options: choicesOf(words.remedies),
            when: ({ decision }) => decision === 'approve',
          },
          {
            name: 'amount',
            label: words.refundAmount,
            hint: words.refundAmountHint,
            kind: 'amount',
            min: 0.01,
            when: ({ decision, remedy }) => decision === 'approve' && remedy === 'refund',
          },
          { name: 'note', label: words.note, kind: 'text', maxLength: 500 },
        ]}
        question={({ decision, remedy, amount }) => {
          const isApproved = decision === 'approve';
          const text = !isApproved
            ? words.decideReject
            : remedy === 'reprint'
              ? words.decideReprint
              : remedy !== 'refund'
                ? words.decideNone
                : typeof amount === 'number'
                  ? words.decideRefund(moneyText(amount, currency, language))
                  : words.decideRefundAll;
          const name = isApproved ? words.approve : words.reject;
          return { title: words.decideQuestion(name), text, confirm: name };
        }}
        changes={[...changed]}
        submit={words.decide}
        onDone={() => showToast({ text: words.decided })}
      />
    </Card>
  );
}

function Close({ request }: { request: Request }) {
  const words = useWords(moneyAdminWords);
  const { after_sales_id } = request;
  const close = useAct('POST /api/shop/after-sales/{after_sales_id}/close', { changes: [...changed] });
  return (
    <Group>
      <ConfirmButton
        variant="default"
        title={words.closeTitle}
        text={words.closeText}
        confirm={words.close}
        act={async () => {
          await close.runAsync({ after_sales_id });
          showToast({ text: words.closed });
        }}
      >
        {words.close}
      </ConfirmButton>
    </Group>
  );
}
