/** /restorations: old photos that were restored, the newest first. */
import { Badge, Group, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useAddress } from '../../kit/address-state.ts';
import { useRead } from '../../kit/api-hooks.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { PlusIcon, SparkIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ownPath } from '../../kit/own-path.ts';
import { Age } from '../../kit/parts/age.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton, PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { PhotoThumb } from '../../kit/parts/photo-thumb.tsx';
import { Pager } from '../../kit/tables/pager.tsx';
import { restorationWords } from './restoration-words.ts';

type Restoration = ListItem<'GET /api/restorations'>;

/** Its progress is no event: what is under way is asked for. */
const pollMs = 3000;
const isUnderWay = ({ status }: Pick<Restoration, 'status'>): boolean =>
  status === 'queued' || status === 'processing';

export function RestorationsPage() {
  const words = useWords(restorationWords);
  const [{ page }, setAddress] = useAddress({ page: 1 });
  const list = useRead(
    'GET /api/restorations',
    { page, page_size: 24 },
    {
      keepsPrevious: true,
      refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? pollMs : false),
    },
  );
  const create = (
    <PageButton to="/restorations/new" leftSection={<PlusIcon size={18} />}>
      {words.create}
    </PageButton>
  );
  return (
    <>
      <PageTitle title={words.title} hint={words.hint} actions={list.data?.total ? create : undefined} />
      <Stack>
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
        {list.isPending && <LoadingLines lines={4} heightPx={96} />}
        {list.data?.total === 0 && (
          <EmptyState
            icon={<SparkIcon size={40} />}
            title={words.empty}
            hint={words.emptyHint}
            action={create}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
          {list.data?.items.map((restoration) => (
            <RestorationCard key={restoration.restoration_id} restoration={restoration} />
          ))}
        </SimpleGrid>
        {list.data && (
          <Pager list={list.data} onPage={(next) => setAddress({ page: next }, { push: true })} />
        )}
      </Stack>
    </>
  );
}

function RestorationCard({ restoration }: { restoration: Restoration }) {
  const words = useWords(restorationWords);
  const language = useLanguage();
  const { restoration_id, status, outcome, progress_percent, version, created_at, report } = restoration;
  const src = restoration.after_preview_url ?? restoration.before_preview_url;
  const state = status === 'completed' && outcome ? words.outcomes[outcome] : words.states[status];
  return (
    <Paper withBorder p="md" component="article">
      <Group wrap="nowrap" align="flex-start">
        <PhotoThumb src={src && ownPath(src)} alt={words.photoAlt} sizePx={112} />
        <Stack gap={4} style={{ minWidth: 0, flex: 1 }}>
          <Group gap="xs">
            <PageLink to="/restorations/$id" params={{ id: restoration_id }} fw={650}>
              {state}
            </PageLink>
            {version > 1 && (
              <Badge variant="light" color="gray">
                {words.version(version)}
              </Badge>
            )}
          </Group>
          {isUnderWay(restoration) && <Progress value={progress_percent} aria-label={state} />}
          {report && (
            <Text size="sm" lineClamp={3}>
              {report.summary[language]}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            <Age time={created_at} />
          </Text>
        </Stack>
      </Group>
    </Paper>
  );
}
