/**
 * The change of a schedule: the shop's own plan, and plans for single printers and products. What can be said here is said at its field;
 * before it is saved the host looks at it and says what will happen next. Owns that nothing typed is lost when somebody else saves.
 */
import {
  Accordion,
  Alert,
  Button,
  Checkbox,
  Group,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import type { FloorPreview, FloorPrinter, FloorSchedule } from '@platen/contracts/floor/shop-floor';
import { useEffect, useRef, useState } from 'react';
import { colon, comma, listText, timeText } from '../../kit/formats.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { kitWords } from '../../kit/kit-words.ts';
import { type Language, useLanguage, useWords } from '../../kit/language.ts';
import { newKey } from '../../kit/new-key.ts';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { useFloorAct } from '../floor/floor-acting.ts';
import { previewFloorWeek } from '../floor/floor-call.ts';
import { useFloorTopic } from '../floor/floor-session.tsx';
import { type FaultField, listConflicts, listFaults, type ScheduleFault } from '../floor/schedule-faults.ts';
import {
  emptyRule,
  readTyped,
  type TypedRule,
  type TypedSchedule,
  typedOf,
} from '../floor/schedule-lines.ts';
import { schedulePageWords } from '../pages/schedule-page-words.ts';
import { mediaTypeText } from '../words/media-words.ts';
import { FloorNote } from './floor-note.tsx';
import { WeekGrid } from './week-grid.tsx';

/** In the place of a plan's id: one more is begun. */
export const newRule = 'new';

type Words = typeof schedulePageWords.en;
type Match = FloorSchedule['document']['rules'][number]['match'];

/** What a plan is for. */
export function matchText(
  match: { [K in keyof Match]?: string | undefined },
  { printers, words, language }: { printers: readonly FloorPrinter[]; words: Words; language: Language },
): string {
  const { printer_id: printerId, size, media_type: type, order_type: order } = match;
  const parts = [
    printerId && (printers.find((one) => one.printer_id === printerId)?.name ?? printerId),
    size,
    type && mediaTypeText(type, language),
    (order === 'photo' || order === 'document') && words.orderTypes[order],
  ].filter((part) => typeof part === 'string' && part !== '');
  return parts.length === 0 ? words.forAnything : listText(parts as string[], language);
}

/** The first fault of a field in words. */
function faultText(
  faults: readonly ScheduleFault[],
  words: Words,
  { field, rule }: { field: FaultField; rule?: string | undefined },
): string | undefined {
  const fault = faults.find((one) => one.field === field && one.rule === rule);
  if (!fault) return undefined;
  const said = words.faults[fault.code];
  return typeof said === 'string' ? said : said(fault.detail);
}

interface ScheduleFormProps {
  schedule: FloorSchedule;
  /** The plan that is meant; empty: the shop's. */
  rule: string;
  close(): void;
}

export function ScheduleForm({ schedule, rule, close }: ScheduleFormProps) {
  const words = useWords(schedulePageWords);
  const kit = useWords(kitWords);
  const { act, isRunning } = useFloorAct();
  const [base, setBase] = useState(schedule.document);
  const [typed, setTyped] = useState(() => {
    const begun = typedOf(schedule.document);
    return rule === newRule ? { ...begun, rules: [...begun.rules, emptyRule(newRuleId())] } : begun;
  });
  const [open, setOpen] = useState<string | null>(rule === newRule ? typed.rules.at(-1)!.id : rule || null);
  const [preview, setPreview] = useState<FloorPreview>();
  const [isChecked, setChecked] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isLooking, setLooking] = useState(false);
  const isOther = schedule.document.edit_id !== base.edit_id;
  const all = listFaults(typed);
  // What is empty is said once somebody goes on; what can't be read at once.
  const faults = isChecked ? all : all.filter(({ code }) => !/missing/.test(code));
  const set = (changes: Partial<TypedSchedule>) => {
    setTyped({ ...typed, ...changes });
    setPreview(undefined);
  };
  const look = async () => {
    setChecked(true);
    setError(undefined);
    if (all.length > 0) {
      setOpen(all.find((fault) => fault.rule !== undefined)?.rule ?? open);
      return;
    }
    setLooking(true);
    try {
      setPreview(await previewFloorWeek(readTyped(typed)));
    } catch (thrown) {
      setError(thrown);
    } finally {
      setLooking(false);
    }
  };
  const save = async () => {
    setError(undefined);
    const wanted = { act: 'set_schedule', version: base.version, content: readTyped(typed) } as const;
    try {
      await act(wanted, { doneText: words.saved });
      close();
    } catch (thrown) {
      setError(thrown);
    }
  };
  const field = (
    name: 'promise_minutes' | 'deadline_minutes' | 'outage_limit_minutes',
    label: string,
    hint: string,
  ) => (
    <TextInput
      label={label}
      description={hint}
      inputMode="numeric"
      value={typed[name]}
      error={faultText(faults, words, { field: name })}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  const begun = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Whoever came to change one plan begins there.
    if (rule !== '') begun.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'start' });
  }, [rule]);
  return (
    <Stack gap="lg" ref={begun}>
      <PageTitle title={words.editTitle} hint={words.hint(base.time_zone)} />
      {isOther && (
        <Alert
          color="yellow"
          variant="light"
          role="alert"
          title={words.conflict(schedule.document.edited_by)}
        >
          <Text size="sm">{words.conflictHint}</Text>
          <Group mt="sm">
            <Button
              variant="default"
              onClick={() => {
                setBase(schedule.document);
                setTyped(typedOf(schedule.document));
                setPreview(undefined);
              }}
            >
              {words.takeTheirs}
            </Button>
            <Button
              onClick={() => {
                setBase(schedule.document);
                setPreview(undefined);
              }}
            >
              {words.keepMine}
            </Button>
          </Group>
        </Alert>
      )}
      <Paper withBorder p="lg">
        <Stack>
          <PlanFields typed={typed} set={set} faults={faults} rule={undefined} />
          <QuietField typed={typed} set={set} faults={faults} rule={undefined} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={words.zone}
              value={typed.time_zone}
              spellCheck={false}
              error={faultText(faults, words, { field: 'time_zone' })}
              onChange={(event) => set({ time_zone: event.currentTarget.value })}
            />
            <Select
              label={words.missedLabel}
              allowDeselect={false}
              value={typed.missed_runs}
              onChange={(policy) => policy && set({ missed_runs: policy as TypedSchedule['missed_runs'] })}
              data={missedChoices(words)}
            />
            {field('promise_minutes', words.promise, words.promiseHint)}
            {field('deadline_minutes', words.deadline, words.deadlineHint)}
            {field('outage_limit_minutes', words.outage, words.outageHint)}
          </SimpleGrid>
        </Stack>
      </Paper>
      <RulesFields
        rules={typed.rules}
        setRules={(rules) => set({ rules })}
        faults={faults}
        open={open}
        setOpen={setOpen}
      />
      {preview && <WhatFollows preview={preview} schedule={schedule} />}
      {isChecked && all.length > 0 && (
        <Text c="seal" size="sm" role="alert">
          {words.faultsLeft(all.length)}
        </Text>
      )}
      <FloorNote error={error} />
      <Group>
        <Button variant="default" onClick={close}>
          {kit.cancel}
        </Button>
        {preview ? (
          <Button loading={isRunning} disabled={isOther} onClick={() => void save()}>
            {words.save}
          </Button>
        ) : (
          <Button loading={isLooking} disabled={isOther} onClick={() => void look()}>
            {words.preview}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Ids are for the machine alone; names are what people see. */
const newRuleId = (): string =>
  newKey()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 12);

const missedChoices = (words: Words) =>
  (['run_now', 'skip', 'ask'] as const).map((value) => ({ value, label: words.missedPolicies[value] }));

type Planned = Pick<TypedRule, 'mode' | 'lines' | 'quiet'>;

interface FieldsProps<T> {
  typed: T;
  set(changes: Partial<T>): void;
  faults: readonly ScheduleFault[];
  /** Whose plan it is; undefined: the shop's. */
  rule: string | undefined;
}

/** How jobs go: at once, in windows, in runs. The same of the shop and of each of its plans. */
function PlanFields({ typed, set, faults, rule }: FieldsProps<Planned>) {
  const words = useWords(schedulePageWords);
  return (
    <>
      <Select
        label={words.modeLabel}
        allowDeselect={false}
        value={typed.mode}
        onChange={(mode) => mode && set({ mode: mode as Planned['mode'], lines: '' })}
        data={(['immediate', 'windows', 'runs'] as const).map((value) => ({
          value,
          label: words.modes[value],
        }))}
      />
      {typed.mode !== 'immediate' && (
        <Textarea
          label={typed.mode === 'windows' ? words.windows : words.runs}
          description={typed.mode === 'windows' ? words.windowsHint : words.runsHint}
          autosize
          minRows={3}
          spellCheck={false}
          value={typed.lines}
          error={faultText(faults, words, { field: 'lines', rule })}
          onChange={(event) => set({ lines: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function QuietField({ typed, set, faults, rule }: FieldsProps<Planned>) {
  const words = useWords(schedulePageWords);
  return (
    <Textarea
      label={words.quiet}
      description={words.quietHint}
      autosize
      minRows={2}
      spellCheck={false}
      value={typed.quiet}
      error={faultText(faults, words, { field: 'quiet', rule })}
      onChange={(event) => set({ quiet: event.currentTarget.value })}
    />
  );
}

interface RulesFieldsProps {
  rules: readonly TypedRule[];
  setRules(rules: TypedRule[]): void;
  faults: readonly ScheduleFault[];
  open: string | null;
  setOpen(id: string | null): void;
}

function RulesFields({ rules, setRules, faults, open, setOpen }: RulesFieldsProps) {
  const words = useWords(schedulePageWords);
  const language = useLanguage();
  const { items: printers } = useFloorTopic('printers');
  const calledOf = (id: string): string => rules.find((one) => one.id === id)?.name || words.newRule;
  const change = (id: string, changes: Partial<TypedRule>) =>
    setRules(rules.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  const add = () => {
    const added = emptyRule(newRuleId());
    setRules([...rules, added]);
    setOpen(added.id);
  };
  const moveUp = (at: number) =>
    setRules(rules.map((one, index) => rules[index === at ? at - 1 : index === at - 1 ? at : index] ?? one));
  const tooMany = faultText(faults, words, { field: 'rules' });
  return (
    <section aria-labelledby="schedule-plans">
      <Title order={2} id="schedule-plans">
        {words.rulesTitle}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {rules.length === 0 ? words.noRules : words.rulesHint}
      </Text>
      {listConflicts(rules).map(({ kind, first, second }) => (
        <Alert key={`${first} ${second}`} color="yellow" variant="light" mb="sm" role="status">
          {words[kind](calledOf(first), calledOf(second))}
        </Alert>
      ))}
      <Accordion variant="separated" order={3} value={open} onChange={setOpen}>
        {rules.map((one, at) => (
          <Accordion.Item key={one.id} value={one.id}>
            <Accordion.Control>
              <Text fw={600}>{one.name.trim() || words.newRule}</Text>
              <Text size="sm" c="dimmed">
                {matchText(one, { printers, words, language })} · {words.modes[one.mode]}
                {faults.some(({ rule }) => rule === one.id) && (
                  <Text span inherit c="seal">
                    {' · '}
                    {words.faultsLeft(faults.filter(({ rule }) => rule === one.id).length)}
                  </Text>
                )}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              {open === one.id && (
                <Stack>
                  <RuleFields
                    typed={one}
                    set={(changes) => change(one.id, changes)}
                    faults={faults}
                    rule={one.id}
                    printers={printers}
                  />
                  <Group>
                    {at > 0 && (
                      <Button variant="default" onClick={() => moveUp(at)}>
                        {words.moveUp}
                      </Button>
                    )}
                    <Button
                      variant="default"
                      color="seal"
                      onClick={() => setRules(rules.filter(({ id }) => id !== one.id))}
                    >
                      {words.removeRule}
                    </Button>
                  </Group>
                </Stack>
              )}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {tooMany !== undefined && (
        <Text c="seal" size="sm">
          {tooMany}
        </Text>
      )}
      <Button mt="sm" variant="default" leftSection={<PlusIcon size={18} />} onClick={add}>
        {words.addRule}
      </Button>
    </section>
  );
}

/** Kinds of paper that printers of the shop have or can be told to have, and the one that is meant already. */
export function paperChoices(
  printers: readonly FloorPrinter[],
  meant: readonly string[],
  language: Language,
): { value: string; label: string }[] {
  const types = new Set([
    ...printers.flatMap(({ trays, loadable }) => [
      ...trays.flatMap(({ media }) => media?.media_type ?? []),
      ...(loadable?.media_types ?? []),
    ]),
    ...meant.filter((type) => type !== ''),
  ]);
  return [...types]
    .map((value) => ({ value, label: mediaTypeText(value, language) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
}

function RuleFields({
  typed,
  set,
  faults,
  rule,
  printers,
}: FieldsProps<TypedRule> & { printers: readonly FloorPrinter[] }) {
  const words = useWords(schedulePageWords);
  const language = useLanguage();
  const named = new Map(printers.map(({ printer_id, name }) => [printer_id, name]));
  if (typed.printer_id !== '' && !named.has(typed.printer_id)) named.set(typed.printer_id, typed.printer_id);
  return (
    <>
      <TextInput
        label={words.ruleName}
        description={words.ruleNameHint}
        maxLength={60}
        value={typed.name}
        error={faultText(faults, words, { field: 'name', rule })}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
        <Text component="legend" fw={600} size="sm" mb={4}>
          {words.forThese}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={words.matchPrinter}
            placeholder={words.whichever}
            clearable
            searchable
            value={typed.printer_id || null}
            onChange={(next) => set({ printer_id: next ?? '' })}
            data={[...named].map(([value, label]) => ({ value, label }))}
          />
          <TextInput
            label={words.matchSize}
            description={words.matchSizeHint}
            placeholder={words.whichever}
            spellCheck={false}
            maxLength={255}
            value={typed.size}
            onChange={(event) => set({ size: event.currentTarget.value })}
          />
          <Select
            label={words.matchMedia}
            placeholder={words.whichever}
            clearable
            searchable
            value={typed.media_type || null}
            onChange={(next) => set({ media_type: next ?? '' })}
            data={paperChoices(printers, [typed.media_type], language)}
          />
          <Select
            label={words.matchType}
            placeholder={words.whichever}
            clearable
            value={typed.order_type || null}
            onChange={(next) => set({ order_type: (next ?? '') as TypedRule['order_type'] })}
            data={(['photo', 'document'] as const).map((value) => ({
              value,
              label: words.orderTypes[value],
            }))}
          />
        </SimpleGrid>
        <Text c="seal" size="sm" role="alert">
          {faultText(faults, words, { field: 'match', rule })}
        </Text>
      </fieldset>
      <PlanFields typed={typed} set={set} faults={faults} rule={rule} />
      <Checkbox
        label={words.ownQuiet}
        checked={typed.hasQuiet}
        onChange={(event) => set({ hasQuiet: event.currentTarget.checked })}
      />
      {typed.hasQuiet && <QuietField typed={typed} set={set} faults={faults} rule={rule} />}
      <Checkbox
        label={words.ownDeadline}
        checked={typed.hasDeadline}
        onChange={(event) => set({ hasDeadline: event.currentTarget.checked })}
      />
      {typed.hasDeadline && (
        <TextInput
          label={words.deadline}
          description={words.deadlineHint}
          inputMode="numeric"
          value={typed.deadline_minutes}
          error={faultText(faults, words, { field: 'deadline_minutes', rule })}
          onChange={(event) => set({ deadline_minutes: event.currentTarget.value })}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={words.zone}
          description={words.zoneShop}
          spellCheck={false}
          value={typed.time_zone}
          error={faultText(faults, words, { field: 'time_zone', rule })}
          onChange={(event) => set({ time_zone: event.currentTarget.value })}
        />
        {typed.mode !== 'immediate' && (
          <Select
            label={words.missedLabel}
            placeholder={words.missedShop}
            clearable
            value={typed.missed_runs || null}
            onChange={(next) => set({ missed_runs: (next ?? '') as TypedRule['missed_runs'] })}
            data={missedChoices(words)}
          />
        )}
      </SimpleGrid>
    </>
  );
}

/** The week that would be, and of each plan what comes next; jobs that wait now are told of when this may let them go. */
function WhatFollows({ preview, schedule }: { preview: FloorPreview; schedule: FloorSchedule }) {
  const words = useWords(schedulePageWords);
  const language = useLanguage();
  // By the clock that the week beside it has.
  const zone = preview.time_zone;
  const letsGo = preview.next.some(
    ({ rule_id: id, goes_at: at, never }) =>
      at === null && !never && !schedule.rules.some(({ rule_id, open }) => rule_id === id && open),
  );
  return (
    <section aria-labelledby="schedule-next" aria-live="polite">
      <Title order={2} mb="sm" id="schedule-next">
        {words.nextTitle}
      </Title>
      {schedule.waiting > 0 && letsGo && (
        <Alert color="yellow" variant="light" mb="sm" role="alert">
          {words.mayGoNow(schedule.waiting)}
        </Alert>
      )}
      <Stack gap={4} mb="md" component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {preview.next.map(({ rule_id: id, name, goes_at: goesAt, never, next_run: nextRun }) => (
          <li key={id}>
            <Text size="sm">
              <Text span inherit fw={600}>
                {name === '' ? words.shopRule : name}
              </Text>
              {colon(language)}
              {words.paidNow}
              {language === 'zh' ? '' : ' '}
              {never
                ? words.goesNever
                : goesAt === null
                  ? words.goesAtOnce
                  : words.goesAt(timeText(goesAt, language, 'moment', zone))}
              {nextRun !== null &&
                `${comma(language)}${words.nextOne}${colon(language)}${timeText(nextRun, language, 'moment', zone)}`}
            </Text>
          </li>
        ))}
      </Stack>
      <Title order={3} mb="sm">
        {words.previewTitle}
      </Title>
      {preview.spans.length === 0 && <Text mb="sm">{words.weekEmpty}</Text>}
      <WeekGrid week={preview} />
    </section>
  );
}
