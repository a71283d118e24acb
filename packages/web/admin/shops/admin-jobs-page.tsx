/** /admin/jobs: print jobs of all shops; at first those that somebody must do something about. */

import { Text } from '@mantine/core';
import { useAddress } from '../../kit/address-state.ts';
import type { ApiInput } from '../../kit/api-types.ts';
import { jobReasonText } from '../../kit/job-reasons.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import type { DataColumn } from '../../kit/tables/data-table.tsx';
import { ListTable } from '../../kit/tables/list-table.tsx';
import { FilterSelect } from '../../kit/tables/table-filters.tsx';
import { orderAdminWords } from '../orders/order-admin-words.ts';
import { orderColumn } from '../parts/order-column.tsx';
import { ShopFilter } from '../parts/shop-field.tsx';
import { useShops } from '../parts/shops.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { choicesOf, stateWord, stateWords, toneOf } from '../state-words.ts';
import { type Job, JobDecisions } from './job-decisions.tsx';

type State = NonNullable<ApiInput<'GET /api/shop/jobs'>['state']>;

/** Of a job that went its way there is nothing to say. */
const isNothingToDo = ({ message, what_to_do, settlement, decisions, reason }: Job): boolean =>
  reason === 'none' && message === '' && what_to_do === '' && settlement === null && decisions.length === 0;

/** The columns of jobs, here and on the page of an order. */
export function useJobColumns(): DataColumn<Job>[] {
  const words = useWords(orderAdminWords);
  const language = useLanguage();
  const states = useWords(stateWords);
  const { nameOf } = useShops();
  return [
    orderColumn(language),
    {
      key: 'state',
      title: words.state,
      isMark: true,
      cell: ({ state }) => <StateBadge tone={toneOf(state)}>{stateWord(states.job, state)}</StateBadge>,
      sortBy: ({ state }) => stateWord(states.job, state),
    },
    {
      key: 'printed',
      title: words.printed,
      align: 'right',
      cell: ({ copies, copies_printed }) => words.ofCopies(copies_printed, copies),
      sortBy: ({ copies_printed }) => copies_printed,
    },
    {
      key: 'advice',
      title: words.advice,
      cell: (job) =>
        isNothingToDo(job) ? null : (
          <>
            <Text size="sm">{jobReasonText(job, language)}</Text>
            {language === 'en' && job.what_to_do !== '' && (
              <Text size="sm" c="dimmed" mb="xs">
                {job.what_to_do}
              </Text>
            )}
            {job.settlement && <Text size="sm">{words.settlements[job.settlement]}</Text>}
            <JobDecisions job={job} />
          </>
        ),
      csv: ({ what_to_do }) => what_to_do,
    },
    {
      key: 'as_of',
      title: words.asOf,
      cell: ({ as_of }) => <Age time={as_of} />,
      sortBy: ({ as_of }) => as_of,
    },
    {
      key: 'shop',
      title: words.shop,
      cell: ({ shop_id }) => nameOf(shop_id),
      sortBy: ({ shop_id }) => nameOf(shop_id),
      isExtra: true,
    },
    {
      key: 'printer',
      title: words.printer,
      cell: ({ printer_id }) => printer_id,
      sortBy: ({ printer_id }) => printer_id,
      isExtra: true,
    },
    {
      key: 'reason',
      title: words.reason,
      cell: ({ reason }) => jobReasonText({ reason, message: '' }, language),
      sortBy: ({ reason }) => reason,
      isExtra: true,
    },
  ];
}

export function AdminJobsPage() {
  const words = useWords(orderAdminWords);
  const states = useWords(stateWords);
  const columns = useJobColumns();
  const [{ show, state, shop }, setAddress] = useAddress({ show: 'stuck', state: '', shop: '', page: 1 });
  return (
    <>
      <PageTitle title={words.jobTitle} hint={words.jobHint} />
      <ListTable
        route="GET /api/shop/jobs"
        input={{
          stuck: show === 'stuck' && state === '',
          ...(state !== '' && { state: state as State }),
          ...(shop !== '' && { shop_id: shop }),
        }}
        label={words.jobTitle}
        exportName="print-jobs"
        rowKey={({ job_id }) => job_id}
        rowTarget={({ job_id }) => ({ to: '/jobs/$id', params: { id: job_id } })}
        empty={<EmptyState title={show === 'stuck' ? words.noStuck : words.empty} />}
        filters={
          <>
            <FilterSelect
              label={words.show}
              value={show === 'stuck' ? 'stuck' : ''}
              options={[{ value: 'stuck', label: words.stuck }]}
              onChange={(next) => setAddress({ show: next === '' ? 'all' : 'stuck', state: '', page: 1 })}
            />
            <FilterSelect
              label={words.state}
              value={state}
              options={choicesOf(states.job)}
              onChange={(next) => setAddress({ state: next, page: 1 })}
            />
            <ShopFilter value={shop} onChange={(next) => setAddress({ shop: next, page: 1 })} />
          </>
        }
        columns={columns}
      />
    </>
  );
}
