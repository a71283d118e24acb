/** /schedule: when paid jobs print by themselves, what has piled up, and the change of it, with the week to be seen before it is saved. */
import {
  Alert,
  Button,
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
import type { FloorJob, FloorSchedule, FloorWeek } from '@platen/contracts/floor/shop-floor';
import { useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { colon, comma, timeText } from '../../kit/formats.ts';
import { PauseIcon } from '../../kit/icons.tsx';
import { kitWords } from '../../kit/kit-words.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { useFloorAct } from '../floor/floor-acting.ts';
import { previewFloorWeek } from '../floor/floor-call.ts';
import { useFloor, useFloorTopic } from '../floor/floor-session.tsx';
import { listQueue } from '../floor/queue-order.ts';
import { readTyped, type TypedSchedule, typedOf } from '../floor/schedule-lines.ts';
import { ActButton } from '../parts/act-button.tsx';
import { FloorNote } from '../parts/floor-note.tsx';
import { JobLine } from '../parts/job-line.tsx';
import { WeekGrid } from '../parts/week-grid.tsx';
import { floorWords } from '../words/floor-words.ts';
import { floorPageWords } from './floor-page-words.ts';
import { schedulePageWords } from './schedule-page-words.ts';

const shopRule = 'shop';

export function SchedulePage() {
  const words = useWords(schedulePageWords);
  const { items, isKnown, isOld } = useFloorTopic('schedule');
  const { can } = useFloor();
  const [{ edit }, setAddress] = useAddress({ edit: false });
  const schedule = items[0];
  if (!isKnown || !schedule) {
    return (
      <>
        <PageTitle title={words.title} />
        <LoadingLines lines={8} />
      </>
    );
  }
  if (edit && can('set_schedule'))
    return <ScheduleForm schedule={schedule} close={() => setAddress({ edit: false }, { push: true })} />;
  return (
    <Stack gap="xl" data-old={isOld || undefined}>
      <PageTitle
        title={words.title}
        hint={words.hint(schedule.document.time_zone)}
        actions={
          can('set_schedule') && (
            <Button onClick={() => setAddress({ edit: true }, { push: true })}>{words.edit}</Button>
          )
        }
      />
      <ScheduleNow schedule={schedule} />
      <Backlogs schedule={schedule} />
      <section aria-labelledby="schedule-week">
        <Title order={2} id="schedule-week" mb="sm">
          {words.week}
        </Title>
        {schedule.week.spans.length === 0 && <Text mb="sm">{words.weekEmpty}</Text>}
        <WeekGrid week={schedule.week} />
      </section>
      <Rules schedule={schedule} />
      <Edits schedule={schedule} />
    </Stack>
  );
}

function ScheduleNow({ schedule }: { schedule: FloorSchedule }) {
  const words = useWords(schedulePageWords);
  const floor = useWords(floorPageWords);
  const language = useLanguage();
  const { can } = useFloor();
  const { next_run, waiting, next_release, paused } = schedule;
  const facts = [
    [words.nextRun, next_run === null ? words.noRun : timeText(next_run, language)],
    [words.waiting, String(waiting)],
    [words.nextRelease, next_release === null ? words.noRun : timeText(next_release, language)],
  ] as const;
  const pauseAct = paused ? 'resume' : 'pause';
  return (
    <Stack>
      {paused && (
        <Alert color="yellow" variant="light" icon={<PauseIcon />} role="status">
          {floor.allPaused(paused.by)} <Age time={paused.at} />
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {facts.map(([label, value]) => (
          <Paper key={label} withBorder p="md">
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text fw={650} size="lg" className="platen-numbers">
              {value}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
      <Group>
        {can('run_now') && waiting > 0 && <ActButton act={{ act: 'run_now' }} label={words.runNow} />}
        {can(pauseAct) && (
          <ActButton
            act={{ act: pauseAct, printer: null }}
            variant="default"
            label={paused ? floor.resumeAll : floor.pauseAll}
          />
        )}
      </Group>
    </Stack>
  );
}

function Backlogs({ schedule }: { schedule: FloorSchedule }) {
  const words = useWords(schedulePageWords);
  const floor = useWords(floorWords);
  const language = useLanguage();
  const { can } = useFloor();
  const [choosing, setChoosing] = useState<string>();
  if (schedule.backlogs.length === 0) return null;
  return (
    <section aria-labelledby="schedule-backlog">
      <Title order={2} id="schedule-backlog" mb="sm">
        {words.backlog}
      </Title>
      <Stack>
        {schedule.backlogs.map(({ backlog_id, agent_id, jobs, causes, since }) => (
          <Paper key={backlog_id} withBorder p="md">
            <Text fw={600}>{words.backlogText(jobs)}</Text>
            <Text size="sm">
              {causes.map((cause) => floor.causes[cause]).join(language === 'zh' ? '、' : ', ')},{' '}
              <Age time={since} />
            </Text>
            <Group mt="sm">
              <ActButton
                act={{ act: 'decide_backlog', backlog_id, decision: 'print_now' }}
                label={words.printAll}
              />
              {can('release') && (
                <Button variant="default" onClick={() => setChoosing(agent_id)}>
                  {words.some}
                </Button>
              )}
              <ActButton
                variant="default"
                act={{ act: 'decide_backlog', backlog_id, decision: 'by_schedule' }}
                label={words.later}
              />
            </Group>
          </Paper>
        ))}
      </Stack>
      {choosing !== undefined && <SomeDialog agentId={choosing} close={() => setChoosing(undefined)} />}
    </section>
  );
}

const awaitsApproval = ({ reason, acts }: FloorJob): boolean =>
  reason === 'awaiting-approval' && acts.includes('release');

/** Of what has piled up only those that somebody chooses. */
function SomeDialog({ agentId, close }: { agentId: string; close(): void }) {
  const words = useWords(schedulePageWords);
  const kit = useWords(kitWords);
  const { items } = useFloorTopic('queue');
  const { act } = useFloorAct();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const jobs = listQueue(items).filter((job) => job.agent_id === agentId && awaitsApproval(job));
  const run = async () => {
    setRunning(true);
    setError(undefined);
    try {
      for (const job_id of chosen) await act({ act: 'release', job_id }, { quiet: true });
      close();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setRunning(false);
    }
  };
  const toggle = (id: string) =>
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  return (
    <Dialog
      opened
      onClose={close}
      title={words.someTitle}
      actions={
        <>
          <Button variant="default" onClick={close}>
            {kit.cancel}
          </Button>
          <Button disabled={chosen.size === 0} loading={isRunning} onClick={() => void run()}>
            {words.someRun(chosen.size)}
          </Button>
        </>
      }
    >
      <Stack gap="xs">
        <Text>{jobs.length === 0 ? words.noneAwait : words.someText}</Text>
        {jobs.slice(0, 100).map((job) => (
          <label key={job.id} style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
            <input type="checkbox" checked={chosen.has(job.id)} onChange={() => toggle(job.id)} />
            <JobLine job={job} sizePx={48} />
          </label>
        ))}
        <FloorNote error={error} />
      </Stack>
    </Dialog>
  );
}

function Rules({ schedule }: { schedule: FloorSchedule }) {
  const words = useWords(schedulePageWords);
  const language = useLanguage();
  const { can } = useFloor();
  return (
    <section aria-labelledby="schedule-rules">
      <Title order={2} id="schedule-rules" mb="sm">
        {words.rules}
      </Title>
      <Stack gap="xs">
        {schedule.rules.map(({ rule_id, name, mode, open, next_run, last_run, missed_runs }) => {
          const called = rule_id === shopRule ? words.shopRule : name;
          return (
            <Paper key={rule_id} withBorder p="md">
              <Group justify="space-between">
                <div>
                  <Text fw={600}>{called}</Text>
                  <Text size="sm" c="dimmed">
                    {[
                      words.modes[mode],
                      open ? words.isOpen : words.isClosed,
                      ...(next_run === null
                        ? []
                        : [`${words.next}${colon(language)}${timeText(next_run, language)}`]),
                      ...(last_run === null
                        ? []
                        : [
                            `${words.last}${colon(language)}${timeText(last_run.at, language)}${comma(language)}${words.outcomes[last_run.outcome]}`,
                          ]),
                      ...(mode === 'immediate'
                        ? []
                        : [`${words.missed}${colon(language)}${words.missedPolicies[missed_runs]}`]),
                    ].join(' · ')}
                  </Text>
                </div>
                {mode !== 'immediate' && can('run_now') && (
                  <ActButton
                    act={{ act: 'run_now', rule_id }}
                    size="compact-md"
                    mih={36}
                    variant="default"
                    about={called}
                  />
                )}
              </Group>
            </Paper>
          );
        })}
      </Stack>
    </section>
  );
}

function Edits({ schedule }: { schedule: FloorSchedule }) {
  const words = useWords(schedulePageWords);
  const language = useLanguage();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <section aria-labelledby="schedule-agents">
        <Title order={2} id="schedule-agents" mb="sm">
          {words.agents}
        </Title>
        {schedule.agents.map(({ id, name, in_step }) => (
          <Text key={id}>
            {name}
            {colon(language)}
            {in_step ? words.inStep : words.notInStep}
          </Text>
        ))}
      </section>
      {schedule.edits.length > 0 && (
        <section aria-labelledby="schedule-edits">
          <Title order={2} id="schedule-edits" mb="sm">
            {words.edits}
          </Title>
          <Stack gap="xs">
            {schedule.edits.map(({ version, edited_by, edited_at, origin, state }) => (
              <Text key={`${version} ${edited_at}`} size="sm">
                {words.editBy(edited_by, version)} {words.origins[origin]}
                {comma(language)}
                <Age time={edited_at} /> · {words.editStates[state]}
              </Text>
            ))}
          </Stack>
        </section>
      )}
    </SimpleGrid>
  );
}

/** Begins with what holds; tells when somebody else has saved meanwhile, and keeps what was typed. */
function ScheduleForm({ schedule, close }: { schedule: FloorSchedule; close(): void }) {
  const words = useWords(schedulePageWords);
  const kit = useWords(kitWords);
  const { act, isRunning } = useFloorAct();
  const [base, setBase] = useState(schedule.document);
  const [typed, setTyped] = useState(() => typedOf(schedule.document));
  const [week, setWeek] = useState<FloorWeek>();
  const [error, setError] = useState<unknown>();
  const [isLooking, setLooking] = useState(false);
  const isOther = schedule.document.edit_id !== base.edit_id;
  const { version: _v, edit_id: _e, edited_by: _b, edited_at: _a, origin: _o, ...before } = base;
  const content = readTyped(typed, before);
  const set = (changes: Partial<TypedSchedule>) => {
    setTyped({ ...typed, ...changes });
    setWeek(undefined);
  };
  const look = async () => {
    setLooking(true);
    setError(undefined);
    try {
      setWeek(await previewFloorWeek(content));
    } catch (thrown) {
      setError(thrown);
    } finally {
      setLooking(false);
    }
  };
  const save = async () => {
    setError(undefined);
    try {
      await act({ act: 'set_schedule', version: base.version, content }, { quiet: true });
      showToast({ text: words.saved });
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
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <Stack>
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
                setWeek(undefined);
              }}
            >
              {words.takeTheirs}
            </Button>
            <Button
              onClick={() => {
                setBase(schedule.document);
                setWeek(undefined);
              }}
            >
              {words.keepMine}
            </Button>
          </Group>
        </Alert>
      )}
      <Paper withBorder p="lg">
        <Stack>
          <Select
            label={words.modeLabel}
            allowDeselect={false}
            value={typed.mode}
            onChange={(mode) => mode && set({ mode: mode as TypedSchedule['mode'], lines: '' })}
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
              onChange={(event) => set({ lines: event.currentTarget.value })}
            />
          )}
          <Textarea
            label={words.quiet}
            description={words.quietHint}
            autosize
            minRows={2}
            spellCheck={false}
            value={typed.quiet}
            onChange={(event) => set({ quiet: event.currentTarget.value })}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={words.zone}
              value={typed.time_zone}
              spellCheck={false}
              onChange={(event) => set({ time_zone: event.currentTarget.value })}
            />
            <Select
              label={words.missedLabel}
              allowDeselect={false}
              value={typed.missed_runs}
              onChange={(policy) => policy && set({ missed_runs: policy as TypedSchedule['missed_runs'] })}
              data={(['run_now', 'skip', 'ask'] as const).map((value) => ({
                value,
                label: words.missedPolicies[value],
              }))}
            />
            {field('promise_minutes', words.promise, words.promiseHint)}
            {field('deadline_minutes', words.deadline, words.deadlineHint)}
            {field('outage_limit_minutes', words.outage, words.outageHint)}
          </SimpleGrid>
          {base.rules.length > 0 && <Text c="dimmed">{words.rulesNote(base.rules.length)}</Text>}
        </Stack>
      </Paper>
      {week && (
        <section aria-label={words.previewTitle}>
          <Title order={2} mb="sm">
            {words.previewTitle}
          </Title>
          {week.spans.length === 0 && <Text mb="sm">{words.weekEmpty}</Text>}
          <WeekGrid week={week} />
        </section>
      )}
      <FloorNote error={error} />
      <Group>
        <Button variant="default" onClick={close}>
          {kit.cancel}
        </Button>
        {week ? (
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
