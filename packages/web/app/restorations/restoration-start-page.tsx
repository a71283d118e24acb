/** /restorations/new: which photo, and how. The photo stands in the address (`?photo=`), so that other pages lead here with one. */
import {
  Button,
  Checkbox,
  FileButton,
  Group,
  Paper,
  Progress,
  SegmentedControl,
  SimpleGrid,
  Slider,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, type FormEvent, useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import { colon, percentText } from '../../kit/formats.ts';
import { UploadIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ownPath } from '../../kit/own-path.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { PhotoThumb } from '../../kit/parts/photo-thumb.tsx';
import { uploadFile } from '../../kit/uploads/upload.ts';
import classes from './restoration-start-page.module.css';
import { restorationWords } from './restoration-words.ts';

const stepNames = [
  'defects',
  'denoise',
  'deblock',
  'fade',
  'cast',
  'contrast',
  'deskew',
  'border',
  'descreen',
] as const;
type StepName = (typeof stepNames)[number];
/** What the service does when nothing is said. */
const usualSteps: ReadonlySet<StepName> = new Set([
  'defects',
  'denoise',
  'deblock',
  'fade',
  'cast',
  'contrast',
]);

export function RestorationStartPage() {
  const { start: words } = useWords(restorationWords);
  const [{ photo }, setAddress] = useAddress({ photo: '' });
  const choose = (photoId: string) => setAddress({ photo: photoId }, { push: true });
  return (
    <>
      <PageTitle title={words.title} />
      {photo === '' ? (
        <PhotoChoice onPhoto={choose} />
      ) : (
        <OptionsForm photoId={photo} onAnother={() => choose('')} />
      )}
    </>
  );
}

function PhotoChoice({ onPhoto }: { onPhoto(photoId: string): void }) {
  const { start: words } = useWords(restorationWords);
  const language = useLanguage();
  const [state, setState] = useState<{ share?: number; error?: unknown }>({});
  const recent = useRead('GET /api/documents', { kind: 'photo', page_size: 24 });
  const upload = async (file: File | null | undefined) => {
    if (!file) return;
    setState({ share: 0 });
    try {
      const made = await uploadFile('photo', file, {
        onProgress: (share) => setState({ share }),
      });
      onPhoto(made.id);
    } catch (error) {
      setState({ error });
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void upload(event.dataTransfer.files[0]);
  };
  const isRunning = state.share !== undefined;
  return (
    <Stack gap="lg">
      <Paper withBorder p="xl" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
        <Stack align="center" gap="sm" ta="center">
          <FileButton onChange={(file) => void upload(file)} accept="image/*,.heic,.heif,.tif,.tiff">
            {(props) => (
              <Button {...props} size="md" leftSection={<UploadIcon size={18} />} loading={isRunning}>
                {words.upload}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" role="status">
            {!isRunning && (
              <>
                <span className={classes.byMouse}>{words.dropHint} </span>
                {words.uploadHint}
              </>
            )}
            {isRunning &&
              (state.share! < 1 ? words.uploading(percentText(state.share!, language)) : words.looking)}
          </Text>
          {isRunning && <Progress value={state.share! * 100} w="100%" maw={360} aria-label={words.upload} />}
          <ErrorNote error={state.error} />
        </Stack>
      </Paper>
      <ErrorNote error={recent.error} retry={() => void recent.refetch()} />
      {recent.isPending && <LoadingLines lines={2} heightPx={96} />}
      {(recent.data?.items.length ?? 0) > 0 && (
        <section aria-label={words.recent}>
          <Title order={2} mb="sm">
            {words.recent}
          </Title>
          <Group gap="xs">
            {recent.data!.items.map((document) => (
              <UnstyledButton key={document.document_id} onClick={() => onPhoto(document.document_id)}>
                <PhotoThumb
                  src={document.thumbnail_url && ownPath(document.thumbnail_url)}
                  alt={document.filename}
                  sizePx={112}
                />
              </UnstyledButton>
            ))}
          </Group>
        </section>
      )}
    </Stack>
  );
}

function OptionsForm({ photoId, onAnother }: { photoId: string; onAnother(): void }) {
  const { start: words } = useWords(restorationWords);
  const language = useLanguage();
  const navigate = useNavigate();
  const photo = useRead('GET /api/photos/{photo_id}', { photo_id: photoId });
  const [steps, setSteps] = useState<ReadonlySet<StepName>>(usualSteps);
  const [strength, setStrength] = useState(100);
  const [colour, setColour] = useState<'keep' | 'monochrome'>('keep');
  const [factor, setFactor] = useState('none');
  const [isForced, setForced] = useState(false);
  const [isPreview, setPreview] = useState(false);
  const start = useAct('POST /api/photos/{photo_id}/restore', {
    changes: ['GET /api/restorations'],
    onDone: ({ restoration_id }) =>
      void navigate({ to: '/restorations/$id', params: { id: restoration_id } as never }),
  });
  const toggle = (step: StepName, isOn: boolean) =>
    setSteps((before) => new Set(isOn ? [...before, step] : [...before].filter((each) => each !== step)));
  const isNothing = steps.size === 0 && colour === 'keep' && factor === 'none';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNothing) return;
    const chosen = Object.fromEntries(stepNames.map((step) => [step, steps.has(step)]));
    start.run({
      photo_id: photoId,
      strength,
      colour,
      mode: isForced ? 'force' : 'auto',
      steps: chosen,
      ...(factor !== 'none' && { enlarge_factor: Number(factor) as 2 | 3 | 4 }),
      preview_only: isPreview,
    });
  };
  if (photo.error) {
    return (
      <Stack>
        <ErrorNote error={photo.error} retry={() => void photo.refetch()} />
        <Group>
          <Button variant="default" onClick={onAnother}>
            {words.another}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Paper withBorder p="lg" component="form" onSubmit={submit} maw={760}>
      <Stack gap="lg">
        <Group wrap="nowrap" align="flex-start">
          <PhotoThumb
            src={photo.data && ownPath(photo.data.thumbnail_url)}
            alt={photo.data?.filename ?? words.chosen}
            sizePx={140}
          />
          <Stack gap="xs" align="flex-start" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text fw={600}>{photo.data?.filename}</Text>
            <Button variant="default" size="compact-md" onClick={onAnother}>
              {words.another}
            </Button>
          </Stack>
        </Group>
        <Text>{words.byItself}</Text>
        {isNothing && <Text c="seal">{words.nothing}</Text>}
        <ErrorNote error={start.error} />
        <Group>
          <Button type="submit" loading={start.isRunning} disabled={isNothing || photo.isPending}>
            {words.go}
          </Button>
        </Group>
        <details className={classes.options}>
          <summary>{words.options}</summary>
          <Stack gap="lg" mt="md">
            <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
              <Text component="legend" fw={600} mb="xs">
                {words.steps}
              </Text>
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                {stepNames.map((step) => (
                  <Checkbox
                    key={step}
                    label={words.stepNames[step]}
                    checked={steps.has(step)}
                    onChange={(event) => toggle(step, event.currentTarget.checked)}
                  />
                ))}
              </SimpleGrid>
            </fieldset>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <div>
                <Text size="sm" fw={500} mb={4}>
                  {words.colour}
                </Text>
                <SegmentedControl
                  aria-label={words.colour}
                  value={colour}
                  onChange={(next) => setColour(next as 'keep' | 'monochrome')}
                  data={(['keep', 'monochrome'] as const).map((value) => ({
                    value,
                    label: words.colours[value],
                  }))}
                />
              </div>
              <div>
                <Text size="sm" fw={500} mb={4}>
                  {words.enlarge}
                </Text>
                <SegmentedControl
                  aria-label={words.enlarge}
                  value={factor}
                  onChange={setFactor}
                  data={(['none', '2', '3', '4'] as const).map((value) => ({
                    value,
                    label: words.enlarges[value],
                  }))}
                />
              </div>
            </SimpleGrid>
            <div style={{ maxWidth: '24rem' }}>
              <Text size="sm" fw={500}>
                {words.strength}
                {colon(language)}
                {percentText(strength / 100, language)}
              </Text>
              <Slider
                value={strength}
                min={10}
                max={100}
                step={5}
                label={null}
                thumbLabel={words.strength}
                onChange={setStrength}
              />
            </div>
            <Stack gap="xs">
              <Checkbox
                label={words.force}
                checked={isForced}
                onChange={(event) => setForced(event.currentTarget.checked)}
              />
              <Checkbox
                label={words.preview}
                checked={isPreview}
                onChange={(event) => setPreview(event.currentTarget.checked)}
              />
            </Stack>
          </Stack>
        </details>
      </Stack>
    </Paper>
  );
}
