/** /admin/limits: how often sensitive things may be tried, and what it is by default. */
import { Group, Text } from '@mantine/core';
import { api } from '../../kit/api.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { durationText, inBrackets } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { DataTable } from '../../kit/tables/data-table.tsx';
import { FormButton } from '../parts/form-button.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { useUndo } from '../parts/undo.ts';
import { limitText } from './action-words.ts';
import { limitWords } from './audit-words.ts';

type Limit = ApiOutput<'GET /api/admin/rate-limits'>['items'][number];

const changed = ['GET /api/admin/rate-limits'] as const;

export function AdminLimitsPage() {
  const words = useWords(limitWords);
  const language = useLanguage();
  const limits = useRead('GET /api/admin/rate-limits', {});
  const inWords = (max: number, seconds: number) => words.each(max, durationText(seconds, language));
  return (
    <>
      <PageTitle title={words.title} hint={words.hint} />
      <DataTable<Limit>
        label={words.title}
        rows={limits.data?.items}
        error={limits.error}
        retry={() => void limits.refetch()}
        rowKey={({ name }) => name}
        searchText={(limit) => `${limit.name} ${limitText(limit, language).join(' ')}`}
        exportName="limits"
        columns={[
          {
            key: 'counts',
            title: words.counts,
            cell: (limit) => {
              const [name, counts] = limitText(limit, language);
              return (
                <>
                  <Text fw={600}>{name}</Text>
                  <Text size="sm" c="dimmed">
                    {counts}
                  </Text>
                </>
              );
            },
            sortBy: ({ name }) => name,
          },
          {
            key: 'max',
            title: words.max,
            align: 'right',
            cell: ({ max, window_seconds, changed_at }) => (
              <>
                {inWords(max, window_seconds)}{' '}
                {changed_at && <StateBadge tone="busy">{words.own}</StateBadge>}
              </>
            ),
            sortBy: ({ max }) => max,
          },
          {
            key: 'window',
            title: words.seconds,
            align: 'right',
            cell: ({ window_seconds }) => window_seconds,
            sortBy: ({ window_seconds }) => window_seconds,
            isExtra: true,
          },
          {
            key: 'default',
            title: words.default,
            align: 'right',
            cell: (limit) => inWords(limit.default_max, limit.default_window_seconds),
            sortBy: ({ default_max }) => default_max,
          },
          { key: 'actions', title: '', align: 'right', cell: (limit) => <LimitActions limit={limit} /> },
        ]}
      />
    </>
  );
}

function LimitActions({ limit }: { limit: Limit }) {
  const words = useWords(limitWords);
  const language = useLanguage();
  const { name, max, window_seconds } = limit;
  const showDone = useUndo([...changed]);
  const putBack = () => api('PUT /api/admin/rate-limits/{name}', { name, max, window_seconds });
  const reset = useAct('DELETE /api/admin/rate-limits/{name}', { changes: [...changed] });
  const inWords = (count: number, seconds: number) => words.each(count, durationText(seconds, language));
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {limit.changed_at && (
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          title={words.question}
          text={words.questionText(
            inWords(max, window_seconds),
            inWords(limit.default_max, limit.default_window_seconds),
          )}
          confirm={words.reset}
          act={async () => {
            await reset.runAsync({ name });
            showDone(words.resetDone, putBack);
          }}
        >
          {words.reset}
        </ConfirmButton>
      )}
      <FormButton
        route="PUT /api/admin/rate-limits/{name}"
        label={words.change}
        title={limitText(limit, language)[0]}
        look={{ size: 'compact-sm' }}
        fixed={{ name }}
        initial={{ max, window_seconds }}
        fields={[
          { name: 'max', label: words.max, kind: 'whole', min: 1, max: 100_000, isRequired: true },
          {
            name: 'window_seconds',
            label: words.window + inBrackets(words.seconds, language),
            kind: 'whole',
            min: 1,
            max: 604_800,
            isRequired: true,
          },
        ]}
        question={(values) => ({
          title: words.question,
          text: words.questionText(
            inWords(max, window_seconds),
            inWords(Number(values.max), Number(values.window_seconds)),
          ),
          confirm: words.change,
        })}
        changes={[...changed]}
        submit={words.change}
        onDone={() =>
          showDone(words.changed, () =>
            limit.changed_at ? putBack() : api('DELETE /api/admin/rate-limits/{name}', { name }),
          )
        }
      />
    </Group>
  );
}
