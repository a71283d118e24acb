/** /restorations/$id: one restoration: how far it is, before and after, what was done, and what can be done with it. */
import { Alert, Button, Grid, Group, List, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAddress, usePathPart } from '../../kit/address-state.ts';
import { isGone } from '../../kit/api.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { percentText } from '../../kit/formats.ts';
import { BrushIcon, PrinterIcon, ShareIcon, SparkIcon, WarningIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ownPath } from '../../kit/own-path.ts';
import { Age } from '../../kit/parts/age.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton, PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { CompareSlider } from './compare-slider.tsx';
import { MaskEditor } from './mask-editor.tsx';
import { RegionChoices } from './region-choices.tsx';
import { RestorationShares } from './restoration-shares.tsx';
import { restorationWords } from './restoration-words.ts';

type Restoration = ApiOutput<'GET /api/restorations/{restoration_id}'>;

/** Its steps are no events. */
const pollMs = 1000;
const isUnderWay = (status: Restoration['status']): boolean => status === 'queued' || status === 'processing';

export function RestorationPage() {
  const words = useWords(restorationWords);
  const restoration_id = usePathPart('id');
  const [{ show }, setAddress] = useAddress({ show: '' });
  const navigate = useNavigate();
  const read = useRead(
    'GET /api/restorations/{restoration_id}',
    { restoration_id },
    { refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.status) ? pollMs : false) },
  );
  const restoration = read.data;
  if (isGone(read.error)) {
    return (
      <>
        <PageTitle title={words.missing} />
        <EmptyState
          icon={<SparkIcon size={40} />}
          title={words.missingHint}
          action={<PageButton to="/restorations">{words.toList}</PageButton>}
        />
      </>
    );
  }
  if (!restoration) {
    return (
      <>
        <PageTitle title={words.title} />
        <ErrorNote error={read.error} retry={() => void read.refetch()} />
        {read.isPending && <LoadingLines lines={6} heightPx={60} />}
      </>
    );
  }
  const { status, outcome, mask_url, before_preview_url, result_photo_id } = restoration;
  const title = status === 'completed' && outcome ? words.outcomes[outcome] : words.states[status];
  const canCorrect = mask_url !== null && before_preview_url !== null && !isUnderWay(status);
  const close = () => setAddress({ show: '' });
  if (show === 'mask' && canCorrect) {
    return (
      <>
        <PageTitle title={words.mask.title} />
        <MaskEditor
          restorationId={restoration_id}
          photoSrc={ownPath(before_preview_url)}
          maskSrc={ownPath(mask_url)}
          onCancel={close}
          onSent={(id) => void navigate({ to: '/restorations/$id', params: { id } as never })}
        />
      </>
    );
  }
  return (
    <>
      <PageTitle title={title} hint={<Age time={restoration.created_at} />} />
      <Stack gap="lg">
        <ErrorNote error={read.error} retry={() => void read.refetch()} />
        {isUnderWay(status) && <UnderWay restoration={restoration} />}
        {(status === 'failed' || status === 'cancelled') && restoration.message !== '' && (
          <Alert color="seal" variant="light" icon={<WarningIcon />}>
            {restoration.message}
          </Alert>
        )}
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 8 }}>
            <Stack gap="xl">
              <Pictures restoration={restoration} />
              <RegionChoices
                key={restoration_id}
                restorationId={restoration_id}
                regions={restoration.regions ?? []}
                onChosen={(id) => void navigate({ to: '/restorations/$id', params: { id } as never })}
              />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Stack>
              {!isUnderWay(status) && (
                <Stack gap="sm">
                  {result_photo_id && (
                    <PageButton
                      to="/photos/$id"
                      params={{ id: result_photo_id }}
                      leftSection={<PrinterIcon size={18} />}
                    >
                      {words.order}
                    </PageButton>
                  )}
                  {canCorrect && (
                    <Button
                      variant="default"
                      leftSection={<BrushIcon size={18} />}
                      onClick={() => setAddress({ show: 'mask' }, { push: true })}
                    >
                      {words.correct}
                    </Button>
                  )}
                  {result_photo_id && (
                    <Button
                      variant="default"
                      leftSection={<ShareIcon size={18} />}
                      onClick={() => setAddress({ show: 'share' }, { push: true })}
                    >
                      {words.share}
                    </Button>
                  )}
                  {restoration.result_download_url && (
                    <Button
                      component="a"
                      variant="default"
                      href={ownPath(restoration.result_download_url)}
                      download
                    >
                      {words.download}
                    </Button>
                  )}
                  <PageButton
                    to="/restorations/new"
                    search={{ photo: restoration.photo_id }}
                    variant="subtle"
                  >
                    {words.again}
                  </PageButton>
                </Stack>
              )}
              <Report restoration={restoration} />
              <Versions restoration={restoration} />
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
      <Dialog
        opened={show === 'share' && result_photo_id !== null}
        onClose={close}
        title={words.shares.title}
        size="lg"
      >
        {show === 'share' && <RestorationShares restorationId={restoration_id} />}
      </Dialog>
    </>
  );
}

function UnderWay({ restoration }: { restoration: Restoration }) {
  const words = useWords(restorationWords);
  const language = useLanguage();
  const { restoration_id, status, progress_percent, stage_words, waiting_before } = restoration;
  const cancel = useAct('PUT /api/restorations/{restoration_id}/cancel', {
    changes: ['GET /api/restorations/{restoration_id}', 'GET /api/restorations'],
  });
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" mb="xs">
        <Text fw={600} role="status">
          {stage_words ? stage_words[language] : words.states[status]}
          {waiting_before !== null && waiting_before > 0 && ` · ${words.before(waiting_before)}`}
        </Text>
        <Text className="platen-numbers">{percentText(progress_percent / 100, language)}</Text>
      </Group>
      <Progress value={progress_percent} animated aria-label={words.states[status]} />
      <Group justify="space-between" mt="sm">
        <Text size="sm" c="dimmed">
          {words.leave}
        </Text>
        <Button
          size="compact-md"
          variant="default"
          loading={cancel.isRunning}
          onClick={() => cancel.run({ restoration_id })}
        >
          {words.cancel}
        </Button>
      </Group>
      <ErrorNote error={cancel.error} />
    </Paper>
  );
}

function Pictures({ restoration }: { restoration: Restoration }) {
  const words = useWords(restorationWords);
  const { before_preview_url: before, after_preview_url: after, status, outcome } = restoration;
  if (before === null && after === null) return <Text c="dimmed">{words.gone}</Text>;
  const isChanged = status === 'completed' && (outcome === 'restored' || outcome === 'preview');
  if (before === null || after === null || !isChanged) {
    return (
      <img
        src={ownPath((after ?? before)!)}
        alt={words.photoAlt}
        style={{ borderRadius: 12, display: 'block', margin: '0 auto', maxHeight: '75vh', maxWidth: '100%' }}
      />
    );
  }
  return (
    <Stack gap="xs">
      <CompareSlider
        before={{ src: ownPath(before), label: words.beforeLabel }}
        after={{ src: ownPath(after), label: words.afterLabel }}
        label={words.compare}
      />
      <Text size="sm" c="dimmed" ta="center">
        {words.compareHint}
      </Text>
    </Stack>
  );
}

function Report({ restoration: { report } }: { restoration: Restoration }) {
  const words = useWords(restorationWords);
  const language = useLanguage();
  if (!report) return null;
  const { summary, found, done, repaired_percent } = report;
  return (
    <Paper withBorder p="md">
      <Text fw={600}>{summary[language]}</Text>
      {found.length > 0 && <Words title={words.found} lines={found.map((each) => each[language])} />}
      {done.length > 0 && <Words title={words.done} lines={done.map((each) => each[language])} />}
      {repaired_percent > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {words.repaired(percentText(repaired_percent / 100, language))}
        </Text>
      )}
    </Paper>
  );
}

function Words({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <Text size="sm" c="dimmed" mt="sm">
        {title}
      </Text>
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </>
  );
}

function Versions({ restoration: { restoration_id, photo_id } }: { restoration: Restoration }) {
  const words = useWords(restorationWords);
  const list = useRead('GET /api/restorations', { photo_id, page_size: 20 });
  const others = list.data?.items ?? [];
  if (others.length < 2) return null;
  return (
    <section aria-label={words.versions}>
      <Title order={2} mb="xs">
        {words.versions}
      </Title>
      <Stack gap="xs">
        {others.map((each) => {
          const { version, outcome, status } = each;
          const name = `${words.version(version)} · ${status === 'completed' && outcome ? words.outcomes[outcome] : words.states[status]}`;
          return each.restoration_id === restoration_id ? (
            <Text key={each.restoration_id}>
              {name} ({words.thisOne})
            </Text>
          ) : (
            <PageLink key={each.restoration_id} to="/restorations/$id" params={{ id: each.restoration_id }}>
              {name}
            </PageLink>
          );
        })}
      </Stack>
    </section>
  );
}
