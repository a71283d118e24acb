/** /admin/jobs/$id: one print job, what may be decided about it, and all that happened to it. */

import { Stack, Text } from '@mantine/core';
import { usePathPart } from '../../kit/address-state.ts';
import { useRead } from '../../kit/api-hooks.ts';
import { timeText } from '../../kit/formats.ts';
import { jobReasonText } from '../../kit/job-reasons.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { orderAdminWords } from '../orders/order-admin-words.ts';
import { Card, Facts } from '../parts/facts.tsx';
import { useShops } from '../parts/shops.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { Story } from '../parts/story.tsx';
import { stateWord, stateWords, toneOf } from '../state-words.ts';
import { JobDecisions } from './job-decisions.tsx';

export function AdminJobPage() {
  const words = useWords(orderAdminWords);
  const states = useWords(stateWords);
  const language = useLanguage();
  const job_id = usePathPart('id');
  const { nameOf } = useShops();
  const job = useRead('GET /api/shop/jobs/{job_id}', { job_id });
  const { data } = job;
  return (
    <>
      <PageTitle title={words.job} {...(data && { hint: data.order_no })} />
      <ErrorNote error={job.error} retry={() => void job.refetch()} />
      {job.isPending && <LoadingLines lines={8} />}
      {data && (
        <Stack gap="lg">
          <Facts
            columns={3}
            facts={[
              [
                words.state,
                <StateBadge key="state" tone={toneOf(data.state)}>
                  {stateWord(states.job, data.state)}
                </StateBadge>,
              ],
              [words.asOf, <Age key="age" time={data.as_of} />],
              [words.printed, words.ofCopies(data.copies_printed, data.copies)],
              [
                words.order,
                <PageLink key="order" to="/orders/$id" params={{ id: data.order_id }}>
                  {data.order_no}
                </PageLink>,
              ],
              [words.shop, nameOf(data.shop_id)],
              [words.printer, data.printer_id ?? '–'],
              [words.made, timeText(data.created_at, language)],
              data.settlement !== null && [words.settlement, words.settlements[data.settlement]],
              data.reprint_of !== null && [
                words.reprintOf,
                <PageLink key="before" to="/jobs/$id" params={{ id: data.reprint_of }}>
                  {words.look}
                </PageLink>,
              ],
            ]}
          />
          {data.decisions.length > 0 && (
            <Card title={words.decide}>
              <Stack gap="sm">
                <Text>{jobReasonText(data, language)}</Text>
                {language === 'en' && <Text c="dimmed">{data.what_to_do}</Text>}
                <JobDecisions job={data} />
              </Stack>
            </Card>
          )}
          <Card title={words.history}>
            <Story
              lines={data.history.map((line, index) => ({
                key: `${index} ${line.state}`,
                title: stateWord(states.job, line.state),
                detail: jobReasonText(line, language),
                by: line.actor,
                at: line.at,
              }))}
            />
          </Card>
        </Stack>
      )}
    </>
  );
}
