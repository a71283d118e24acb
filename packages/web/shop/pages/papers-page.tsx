/** /papers, on the agent's host: each printer with each paper in one table, and beside it the calibration and the colours of the one that is open. */
import {
  Button,
  Checkbox,
  FileInput,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import type { FloorPaper } from '@platen/contracts/floor/shop-floor';
import { type FormEvent, useEffect, useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { colon, numberText } from '../../kit/formats.ts';
import { SheetIcon } from '../../kit/icons.tsx';
import { type Language, useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { SidePanel } from '../../kit/parts/dialog.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { useFloorAct } from '../floor/floor-acting.ts';
import { giveFloorProfile, proveFloorPicture } from '../floor/floor-call.ts';
import { useFloor, useFloorTopic } from '../floor/floor-session.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { FloorNote } from '../parts/floor-note.tsx';
import { shopWords } from '../shop-words.ts';
import { mediaText } from '../words/media-words.ts';
import classes from './papers-page.module.css';
import { papersPageWords } from './papers-page-words.ts';

export function PapersPage() {
  const words = useWords(papersPageWords);
  const shop = useWords(shopWords);
  const language = useLanguage();
  const { has } = useFloor();
  const [{ paper, printer }, setAddress] = useAddress({ paper: '', printer: '' });
  const { items, isKnown } = useFloorTopic('papers');
  if (!has('papers')) return <EmptyState isPage title={shop.notOnCloud} hint={shop.notOnCloudHint} />;
  const shown = items.filter((one) => printer === '' || one.printer.id === printer);
  const byPrinter = Map.groupBy(shown, (one) => one.printer.id);
  const open = items.find(({ id }) => id === paper);
  return (
    <Stack gap="xl">
      <PageTitle title={words.title} hint={words.hint} />
      {!isKnown && <LoadingLines lines={6} />}
      {isKnown && items.length === 0 && (
        <EmptyState icon={<SheetIcon size={40} />} title={words.none} hint={words.noneHint} />
      )}
      {[...byPrinter].map(([id, papers]) => (
        <section key={id} aria-labelledby={`papers-${id}`}>
          <Title order={2} id={`papers-${id}`} mb="xs">
            {papers[0]!.printer.name}
          </Title>
          <Table.ScrollContainer
            minWidth={0}
            type="native"
            pos="relative"
            tabIndex={0}
            aria-label={papers[0]!.printer.name}
          >
            <Table verticalSpacing="sm" aria-labelledby={`papers-${id}`} className={classes.papers!}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.paper}</Table.Th>
                  <Table.Th>{words.calibration}</Table.Th>
                  <Table.Th>{words.colours}</Table.Th>
                  <Table.Th>
                    <VisuallyHidden>{words.open}</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {papers.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>
                      {mediaText(one.media, language)}
                      {!one.loaded && ` (${words.loadedNot})`}
                    </Table.Td>
                    <Table.Td>
                      <CalibrationText paper={one} />
                    </Table.Td>
                    <Table.Td>{one.profile ? one.profile.name : words.srgb}</Table.Td>
                    <Table.Td ta="right">
                      <Button
                        size="compact-md"
                        mih={36}
                        variant="default"
                        aria-label={words.openPaper(mediaText(one.media, language))}
                        onClick={() => setAddress({ paper: one.id }, { push: true })}
                      >
                        {words.open}
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </section>
      ))}
      <SidePanel
        opened={open !== undefined}
        onClose={() => setAddress({ paper: '' })}
        title={open ? `${open.printer.name}${colon(language)}${mediaText(open.media, language)}` : ''}
      >
        {open && (
          <Stack gap="xl">
            <Calibration key={`c${open.id} ${open.calibration_version}`} paper={open} />
            <Colours key={`p${open.id} ${open.profile_version}`} paper={open} />
          </Stack>
        )}
      </SidePanel>
    </Stack>
  );
}

const mmText = (mm: number, language: Language): string => numberText(mm, language, 2);

function CalibrationText({ paper: { calibration } }: { paper: FloorPaper }) {
  const words = useWords(papersPageWords);
  const language = useLanguage();
  if (!calibration) return <Text c="dimmed">{words.notCalibrated}</Text>;
  const { offset_mm, scale, overspray_mm, by, at } = calibration;
  const { top, right, bottom, left } = overspray_mm;
  const hasOverspray = [top, right, bottom, left].some((mm) => mm !== 0);
  const parts = [
    words.offset(mmText(offset_mm.x, language), mmText(offset_mm.y, language)),
    ...(scale.x === 1 && scale.y === 1
      ? []
      : [words.scale(numberText(scale.x, language, 4), numberText(scale.y, language, 4))]),
    ...(hasOverspray
      ? [words.overspray([top, right, bottom, left].map((mm) => mmText(mm, language)).join(' / '))]
      : []),
  ];
  return (
    <>
      <Text size="sm" className="platen-numbers">
        {parts.join(language === 'zh' ? '；' : '; ')}
      </Text>
      <Text size="xs" c="dimmed">
        {words.calibratedBy(by)}
        {at !== null && (
          <>
            , <Age time={at} />
          </>
        )}
      </Text>
    </>
  );
}

const sides = ['left', 'right', 'top', 'bottom'] as const;
type Four = Record<(typeof sides)[number], number | string>;
const noneRead: Four = { left: '', right: '', top: '', bottom: '' };
const areRead = (four: Four): four is Record<(typeof sides)[number], number> =>
  sides.every((side) => typeof four[side] === 'number');

function Calibration({ paper }: { paper: FloorPaper }) {
  const words = useWords(papersPageWords);
  const { act, isRunning } = useFloorAct();
  const [crosses, setCrosses] = useState(noneRead);
  const [ladders, setLadders] = useState(noneRead);
  const [error, setError] = useState<unknown>();
  const { id, media, calibration, calibration_version: version } = paper;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!areRead(crosses)) return;
    setError(undefined);
    try {
      await act(
        {
          act: 'enter_readings',
          paper: id,
          version,
          left_cross_mm: crosses.left,
          right_cross_mm: crosses.right,
          top_cross_mm: crosses.top,
          bottom_cross_mm: crosses.bottom,
          ladders: media.borderless && areRead(ladders) ? ladders : null,
        },
        { quiet: true },
      );
      showToast({ text: words.savedReadings });
    } catch (thrown) {
      setError(thrown);
    }
  };
  const field = (
    side: (typeof sides)[number],
    {
      four,
      set,
      label,
      isWhole = false,
    }: { four: Four; set(four: Four): void; label: string; isWhole?: boolean },
  ) => (
    <NumberInput
      key={side}
      label={label}
      min={0}
      max={isWhole ? 24 : 1000}
      step={isWhole ? 1 : 0.1}
      allowDecimal={!isWhole}
      decimalSeparator="."
      allowedDecimalSeparators={['.', ',']}
      hideControls
      value={four[side]}
      onChange={(value) => set({ ...four, [side]: value })}
    />
  );
  return (
    <section>
      <Title order={2} mb="xs">
        {words.calibration}
      </Title>
      <CalibrationText paper={paper} />
      <Title order={3} mt="md">
        1. {words.step1}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {words.step1Hint}
      </Text>
      <ActButton
        act={{ act: 'print_calibration_page', paper: id, version }}
        label={words.step1}
        onDone={() => showToast({ text: words.onItsWay })}
      />
      <form onSubmit={(event) => void submit(event)}>
        <Title order={3} mt="md">
          2. {words.step2}
        </Title>
        <Text size="sm" c="dimmed" mb="xs">
          {words.step2Hint}
        </Text>
        <SimpleGrid cols={2}>
          {sides.map((side) => field(side, { four: crosses, set: setCrosses, label: words[side] }))}
        </SimpleGrid>
        {media.borderless && (
          <fieldset style={{ border: 0, margin: '1rem 0 0', padding: 0 }}>
            <Text component="legend" fw={600} size="sm">
              {words.ladders}
            </Text>
            <Text size="sm" c="dimmed">
              {words.laddersHint}
            </Text>
            <SimpleGrid cols={4} mt="xs">
              {sides.map((side) =>
                field(side, { four: ladders, set: setLadders, label: words.sides[side], isWhole: true }),
              )}
            </SimpleGrid>
          </fieldset>
        )}
        <Group mt="md">
          <Button type="submit" loading={isRunning} disabled={!areRead(crosses)}>
            {words.saveReadings}
          </Button>
          {calibration && (
            <ActButton
              variant="default"
              color="seal"
              act={{ act: 'reset_calibration', paper: id, version }}
            />
          )}
        </Group>
        <FloorNote error={error} />
      </form>
    </section>
  );
}

function Colours({ paper }: { paper: FloorPaper }) {
  const words = useWords(papersPageWords);
  const { id, profile, profile_version: version } = paper;
  const [file, setFile] = useState<File | null>(null);
  const [intent, setIntent] = useState<'perceptual' | 'relative'>(profile?.intent ?? 'perceptual');
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file) return;
    setSending(true);
    setError(undefined);
    try {
      const { said } = await giveFloorProfile(id, { file, version, intent });
      showToast({ text: words.profileSaved(said?.en ?? file.name) });
      setFile(null);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setSending(false);
    }
  };
  return (
    <section>
      <Title order={2} mb="xs">
        {words.colours}
      </Title>
      <Text fw={600}>{profile ? `${profile.name} (${words.intents[profile.intent]})` : words.srgb}</Text>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm" mt="sm">
          <FileInput
            label={words.file}
            description={words.profileHint}
            accept=".icc,.icm"
            placeholder={words.file}
            clearable
            value={file}
            onChange={setFile}
          />
          <Select
            label={words.intent}
            allowDeselect={false}
            value={intent}
            onChange={(next) => next && setIntent(next as typeof intent)}
            data={(['perceptual', 'relative'] as const).map((value) => ({
              value,
              label: words.intents[value],
            }))}
          />
          <Group>
            <Button type="submit" loading={isSending} disabled={!file}>
              {words.useProfile}
            </Button>
            {profile && (
              <ActButton variant="default" color="seal" act={{ act: 'reset_profile', paper: id, version }} />
            )}
          </Group>
          <FloorNote error={error} />
        </Stack>
      </form>
      {profile && <Proof paperId={id} />}
    </section>
  );
}

/** A photo as it will be on this paper. */
function Proof({ paperId }: { paperId: string }) {
  const words = useWords(papersPageWords);
  const [file, setFile] = useState<File | null>(null);
  const [showsWhite, setWhite] = useState(true);
  const [picture, setPicture] = useState<string>();
  const [isMaking, setMaking] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => () => (picture === undefined ? undefined : URL.revokeObjectURL(picture)), [picture]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file) return;
    setMaking(true);
    setError(undefined);
    try {
      setPicture(
        URL.createObjectURL(await proveFloorPicture(paperId, file, showsWhite ? 'paper' : 'screen')),
      );
    } catch (thrown) {
      setError(thrown);
    } finally {
      setMaking(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm" mt="lg">
        <Title order={3}>{words.proof}</Title>
        <FileInput
          label={words.photo}
          accept="image/*"
          placeholder={words.photo}
          clearable
          value={file}
          onChange={setFile}
        />
        <Checkbox
          label={words.onPaperWhite}
          checked={showsWhite}
          onChange={(event) => setWhite(event.currentTarget.checked)}
        />
        <Group>
          <Button type="submit" variant="default" loading={isMaking} disabled={!file}>
            {words.show}
          </Button>
        </Group>
        <FloorNote error={error} />
        {picture !== undefined && (
          <figure style={{ margin: 0 }}>
            <img src={picture} alt={words.shown} style={{ maxWidth: '100%' }} />
            <Text component="figcaption" size="sm">
              {words.shown}
            </Text>
          </figure>
        )}
      </Stack>
    </form>
  );
}
