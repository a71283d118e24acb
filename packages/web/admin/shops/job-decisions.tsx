/** What a person may say of a job that no machine can finish: a button each, and a question, for paper or money moves. */
import { Group, Text } from '@mantine/core';
import type { ActRoute, ListItem } from '../../kit/api-types.ts';
import { useWords } from '../../kit/language.ts';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { orderAdminWords } from '../orders/order-admin-words.ts';
import { FormButton } from '../parts/form-button.tsx';
import { stateWords } from '../state-words.ts';

export type Job = ListItem<'GET /api/shop/jobs'>;

const route = 'POST /api/shop/jobs/{job_id}/decide' satisfies ActRoute;

export function JobDecisions({ job }: { job: Job }) {
  const words = useWords(orderAdminWords);
  const states = useWords(stateWords);
  return (
    <Group gap="xs">
      {job.decisions.map((decision) => (
        <FormButton
          key={decision}
          route={route}
          label={states.decision[decision]}
          title={words.decideTitle(states.decision[decision])}
          look={{ size: 'compact-md' }}
          intro={<Text mb="md">{words.decisionText[decision]}</Text>}
          fixed={{ job_id: job.job_id, decision }}
          initial={{ copies_printed: job.copies_printed }}
          fields={
            decision === 'reprint' || decision === 'refund'
              ? [
                  {
                    name: 'copies_printed',
                    label: words.copiesPrinted,
                    hint: words.copiesPrintedHint,
                    kind: 'whole',
                    min: 0,
                    max: job.copies,
                    suffix: ` / ${job.copies}`,
                  },
                ]
              : []
          }
          changes={[
            'GET /api/shop/jobs',
            'GET /api/shop/jobs/{job_id}',
            'GET /api/shop/orders/{order_id}',
            'GET /api/shop/orders/{order_id}/events',
            'GET /api/admin/refunds',
          ]}
          submit={states.decision[decision]}
          onDone={() => showToast({ text: words.decided })}
        />
      ))}
    </Group>
  );
}
