/** What the agents of a shop do about trouble by themselves: seen on both hosts, changed on the cloud, for all agents at once. */
import { Alert, Button, Group, NumberInput, Paper, Select, Stack, Text, Title } from '@mantine/core';
import type { FloorSchedule } from '@platen/contracts/floor/shop-floor';
import { useState } from 'react';
import { colon, listText } from '../../kit/formats.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { kitWords } from '../../kit/kit-words.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { useFloorAct } from '../floor/floor-acting.ts';
import { useFloor, useFloorTopic } from '../floor/floor-session.tsx';
import { schedulePageWords } from '../pages/schedule-page-words.ts';
import { mediaTypeText } from '../words/media-words.ts';
import { FloorNote } from './floor-note.tsx';
import { paperChoices } from './schedule-form.tsx';

type ShopRules = FloorSchedule['print_rules'];

export function PrintRules({ rules }: { rules: ShopRules }) {
  const words = useWords(schedulePageWords);
  const language = useLanguage();
  const { can } = useFloor();
  const [isOpen, setOpen] = useState(false);
  const { aborted_copies: aborted, reroute_after_minutes: minutes, substitutes } = rules;
  const facts = [
    [words.aborted, words.abortedChoices[aborted]],
    [words.reroute, words.rerouteMinutes(minutes)],
    [
      words.substitutes,
      substitutes.length === 0
        ? words.noSubstitutes
        : listText(
            substitutes.map(({ ordered, loaded }) =>
              words.substitute(mediaTypeText(ordered, language), mediaTypeText(loaded, language)),
            ),
            language,
          ),
    ],
  ] as const;
  return (
    <section aria-labelledby="print-rules">
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} id="print-rules">
            {words.trouble}
          </Title>
          <Text size="sm" c="dimmed">
            {can('set_rules') ? words.troubleHint : words.troubleAtCloud}
          </Text>
        </div>
        {can('set_rules') && (
          <Button
            variant="default"
            aria-label={`${words.edit}${colon(language)}${words.trouble}`}
            onClick={() => setOpen(true)}
          >
            {words.edit}
          </Button>
        )}
      </Group>
      <Paper withBorder p="md">
        <Stack gap="xs">
          {facts.map(([label, value]) => (
            <Text key={label} size="sm">
              {label}
              {colon(language)}
              <Text span inherit fw={600}>
                {value}
              </Text>
            </Text>
          ))}
        </Stack>
      </Paper>
      {isOpen && <RulesDialog rules={rules} close={() => setOpen(false)} />}
    </section>
  );
}

interface ChosenPair {
  key: number;
  ordered: string;
  loaded: string;
}

const pairsOf = ({ substitutes }: ShopRules): ChosenPair[] =>
  substitutes.map((pair, key) => Object.assign({ key }, pair));

function RulesDialog({ rules, close }: { rules: ShopRules; close(): void }) {
  const words = useWords(schedulePageWords);
  const kit = useWords(kitWords);
  const language = useLanguage();
  const { act, isRunning } = useFloorAct();
  const { items: printers } = useFloorTopic('printers');
  const [base, setBase] = useState(rules);
  const [aborted, setAborted] = useState(rules.aborted_copies);
  const [minutes, setMinutes] = useState<number | string>(rules.reroute_after_minutes);
  const [pairs, setPairs] = useState(() => pairsOf(rules));
  const [error, setError] = useState<unknown>();
  const isOther = rules.version !== base.version;
  const faultOf = ({ key, ordered, loaded }: ChosenPair): string | undefined => {
    if (ordered === '' || loaded === '') return words.choosePaper;
    if (ordered === loaded) return words.samePaper;
    const isTwice = pairs.some((one) => one.key < key && one.ordered === ordered && one.loaded === loaded);
    return isTwice ? words.saidTwice : undefined;
  };
  const isWhole =
    typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= 0 && minutes <= 10_080;
  const canSave = isWhole && pairs.every((pair) => faultOf(pair) === undefined);
  const takeTheirs = () => {
    setBase(rules);
    setAborted(rules.aborted_copies);
    setMinutes(rules.reroute_after_minutes);
    setPairs(pairsOf(rules));
  };
  const change = (key: number, changes: Partial<ChosenPair>) =>
    setPairs(pairs.map((pair) => (pair.key === key ? { ...pair, ...changes } : pair)));
  const save = async () => {
    setError(undefined);
    try {
      await act(
        {
          act: 'set_rules',
          version: base.version,
          aborted_copies: aborted,
          reroute_after_minutes: Number(minutes),
          substitutes: pairs.map(({ ordered, loaded }) => ({ ordered, loaded })),
        },
        { doneText: words.saved },
      );
      close();
    } catch (thrown) {
      setError(thrown);
    }
  };
  const choices = paperChoices(
    printers,
    pairs.flatMap(({ ordered, loaded }) => [ordered, loaded]),
    language,
  );
  return (
    <Dialog
      opened
      size="lg"
      onClose={() => !isRunning && close()}
      title={words.trouble}
      actions={
        <>
          <Button variant="default" disabled={isRunning} onClick={close}>
            {kit.cancel}
          </Button>
          <Button loading={isRunning} disabled={!canSave || isOther} onClick={() => void save()}>
            {words.save}
          </Button>
        </>
      }
    >
      <Stack>
        {isOther && (
          <Alert color="yellow" variant="light" role="alert" title={words.changedBefore}>
            <Text size="sm">{words.changedBeforeHint}</Text>
            <Group mt="sm">
              <Button variant="default" onClick={takeTheirs}>
                {words.takeTheirs}
              </Button>
              <Button onClick={() => setBase(rules)}>{words.keepMine}</Button>
            </Group>
          </Alert>
        )}
        <Select
          label={words.aborted}
          allowDeselect={false}
          value={aborted}
          onChange={(next) => next && setAborted(next as typeof aborted)}
          data={(['ask', 'reprint', 'refund'] as const).map((value) => ({
            value,
            label: words.abortedChoices[value],
          }))}
        />
        <NumberInput
          label={words.rerouteLabel}
          description={words.rerouteHint}
          min={0}
          max={10_080}
          allowDecimal={false}
          value={minutes}
          error={isWhole ? undefined : words.faults.minutes('0–10080')}
          onChange={setMinutes}
        />
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <Text component="legend" fw={600} size="sm">
            {words.substitutes}
          </Text>
          <Text size="sm" c="dimmed">
            {words.substitutesHint}
          </Text>
          {pairs.map((pair) => (
            <Group key={pair.key} mt="sm" align="flex-start" grow preventGrowOverflow={false}>
              <Select
                label={words.ordered}
                searchable
                allowDeselect={false}
                value={pair.ordered || null}
                error={faultOf(pair)}
                onChange={(next) => next && change(pair.key, { ordered: next })}
                data={choices}
              />
              <Select
                label={words.loaded}
                searchable
                allowDeselect={false}
                value={pair.loaded || null}
                onChange={(next) => next && change(pair.key, { loaded: next })}
                data={choices}
              />
              <Button
                variant="default"
                mt={24}
                style={{ flex: '0 0 auto' }}
                aria-label={`${words.removeRule}${colon(language)}${words.substitute(
                  mediaTypeText(pair.ordered, language),
                  mediaTypeText(pair.loaded, language),
                )}`}
                onClick={() => setPairs(pairs.filter(({ key }) => key !== pair.key))}
              >
                {words.removeRule}
              </Button>
            </Group>
          ))}
          <Button
            mt="sm"
            variant="default"
            leftSection={<PlusIcon size={18} />}
            onClick={() =>
              setPairs([...pairs, { key: (pairs.at(-1)?.key ?? -1) + 1, ordered: '', loaded: '' }])
            }
          >
            {words.addSubstitute}
          </Button>
        </fieldset>
        <FloorNote error={error} />
      </Stack>
    </Dialog>
  );
}
