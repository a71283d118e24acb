/** Calibration and colours of one printer with one paper: what holds, whose word it is, and how it is changed. The same on both hosts. */
import {
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import type { FloorAgent, FloorPaper } from '@platen/contracts/floor/shop-floor';
import { profileHeadBytes, refuseProfileHead } from '@platen/contracts/profile-head-rules';
import { type FormEvent, useEffect, useState } from 'react';
import { comma, numberText } from '../../kit/formats.ts';
import { type Language, useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { useFloorAct } from '../floor/floor-acting.ts';
import { giveFloorProfile, proveFloorPicture } from '../floor/floor-call.ts';
import { useFloor } from '../floor/floor-session.tsx';
import { papersPageWords } from '../words/papers-words.ts';
import { ActButton } from './act-button.tsx';
import { FileForm } from './file-form.tsx';
import { FloorNote } from './floor-note.tsx';
import { RequestLines } from './request-list.tsx';

export function PaperPanel({ paper, agent }: { paper: FloorPaper; agent: FloorAgent | undefined }) {
  const words = useWords(papersPageWords);
  const { host } = useFloor();
  const isAway = host === 'cloud' && agent?.linked === false;
  return (
    <Stack gap="xl">
      {isAway && (
        <Alert color="yellow" variant="light" role="status">
          {words.agentAway(agent.name)} {words.agentAwayActs}
        </Alert>
      )}
      <Calibration key={`c${paper.id} ${paper.calibration_version}`} paper={paper} isAway={isAway} />
      <Colours key={`p${paper.id} ${paper.profile_version}`} paper={paper} />
    </Stack>
  );
}

/** Of an account without a name the first piece of its number is enough to tell it from others. */
const shortWho = (by: string): string => by.replace(/^(account [0-9a-f]{8})-[0-9a-f-]{27}$/, '$1');

const mmText = (mm: number, language: Language): string => numberText(mm, language, 2);

/** Who set it, and when. */
function SetBy({ by, at }: { by: string; at: string | null }) {
  const words = useWords(papersPageWords);
  const language = useLanguage();
  return (
    <Text size="xs" c="dimmed">
      {words.setBy(shortWho(by))}
      {at !== null && (
        <>
          {comma(language)}
          <Age time={at} />
        </>
      )}
    </Text>
  );
}

export function CalibrationText({ paper: { calibration } }: { paper: FloorPaper }) {
  const words = useWords(papersPageWords);
  const language = useLanguage();
  if (!calibration)
    return (
      <Text size="sm" c="dimmed">
        {words.notCalibrated}
      </Text>
    );
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
      <SetBy by={by} at={at} />
    </>
  );
}

export function ProfileText({ paper: { profile } }: { paper: FloorPaper }) {
  const words = useWords(papersPageWords);
  if (!profile) return <Text size="sm">{words.srgb}</Text>;
  return (
    <>
      <Text size="sm">{profile.name}</Text>
      <SetBy by={profile.by} at={profile.at} />
    </>
  );
}

const sides = ['left', 'right', 'top', 'bottom'] as const;
type Four = Record<(typeof sides)[number], number | string>;
const noneRead: Four = { left: '', right: '', top: '', bottom: '' };
const areRead = (four: Four): four is Record<(typeof sides)[number], number> =>
  sides.every((side) => typeof four[side] === 'number');

function Calibration({ paper, isAway }: { paper: FloorPaper; isAway: boolean }) {
  const words = useWords(papersPageWords);
  const { act, isRunning } = useFloorAct();
  const [crosses, setCrosses] = useState(noneRead);
  const [ladders, setLadders] = useState(noneRead);
  const [error, setError] = useState<unknown>();
  const { id, media, loaded, calibration, calibration_version: version } = paper;
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
        { doneText: words.savedReadings },
      );
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
        {isAway ? words.step1Away : loaded ? words.step1Hint : words.step1NotLoaded}
      </Text>
      <ActButton
        act={{ act: 'print_calibration_page', paper: id, version }}
        label={words.step1}
        disabled={isAway || !loaded}
        doneText={words.onItsWay}
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
            <ActButton variant="default" act={{ act: 'reset_calibration', paper: id, version }} />
          )}
        </Group>
        <FloorNote error={error} />
      </form>
      <RequestLines
        count={2}
        isShown={({ act, paper: of }) => of === id && /calibration|readings/.test(act)}
      />
    </section>
  );
}

function Colours({ paper }: { paper: FloorPaper }) {
  const words = useWords(papersPageWords);
  const { host, chosenShop } = useFloor();
  const { say } = useFloorAct();
  const { id, profile, profile_version: version } = paper;
  const [intent, setIntent] = useState<'perceptual' | 'relative'>(profile?.intent ?? 'perceptual');
  return (
    <section>
      <Title order={2} mb="xs">
        {words.colours}
      </Title>
      <ProfileText paper={paper} />
      {profile && <Text size="sm">{words.intents[profile.intent]}</Text>}
      <FileForm
        label={words.file}
        hint={words.profileHint}
        accept=".icc,.icm"
        button={words.useProfile}
        isMain
        empties
        refuse={async (file) => {
          const head = new Uint8Array(await file.slice(0, profileHeadBytes).arrayBuffer());
          const refusal = refuseProfileHead(head, file.size);
          return refusal && words.refusals[refusal];
        }}
        send={async (file) => {
          const given = await giveFloorProfile(id, { file, version, intent, shop: chosenShop });
          say(given, words.profileSaved(given.said?.en ?? file.name));
        }}
        beside={profile && <ActButton variant="default" act={{ act: 'reset_profile', paper: id, version }} />}
      >
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
      </FileForm>
      <RequestLines count={2} isShown={({ act, paper: of }) => of === id && /profile/.test(act)} />
      {profile && host === 'agent' && <Proof paperId={id} />}
      {profile && host === 'cloud' && (
        <Text size="sm" c="dimmed" mt="lg">
          {words.proofAtAgent}
        </Text>
      )}
    </section>
  );
}

/** A photo as it will be on this paper. */
function Proof({ paperId }: { paperId: string }) {
  const words = useWords(papersPageWords);
  const [showsWhite, setWhite] = useState(true);
  const [picture, setPicture] = useState<string>();
  useEffect(() => () => (picture === undefined ? undefined : URL.revokeObjectURL(picture)), [picture]);
  return (
    <>
      <Title order={3} mt="lg">
        {words.proof}
      </Title>
      <FileForm
        label={words.photo}
        accept="image/*"
        button={words.show}
        send={async (file) => {
          setPicture(
            URL.createObjectURL(await proveFloorPicture(paperId, file, showsWhite ? 'paper' : 'screen')),
          );
        }}
      >
        <Checkbox
          label={words.onPaperWhite}
          checked={showsWhite}
          onChange={(event) => setWhite(event.currentTarget.checked)}
        />
      </FileForm>
      {picture !== undefined && (
        <figure style={{ margin: 0 }}>
          <img src={picture} alt={words.shown} style={{ maxWidth: '100%' }} />
          <Text component="figcaption" size="sm">
            {words.shown}
          </Text>
        </figure>
      )}
    </>
  );
}
