/** /schedule: when paid jobs print by themselves, what has piled up, and the change of it, with the week to be seen before it is saved. */
import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { FloorJob, FloorSchedule } from '@platen/contracts/floor/shop-floor';
import { useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { colon, comma, timeText } from '../../kit/formats.ts';
import { PauseIcon, PlusIcon } from '../../kit/icons.tsx';
import { kitWords } from '../../kit/kit-words.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { useFloorAct } from '../floor/floor-acting.ts';
import { useFloor, useFloorTopic } from '../floor/floor-session.tsx';
import { listQueue } from '../floor/queue-order.ts';
import { ActButton } from '../parts/act-button.tsx';
import { FloorNote } from '../parts/floor-note.tsx';
import { JobLine } from '../parts/job-line.tsx';
import { PrintRules } from '../parts/print-rules.tsx';
import { matchText, newRule, ScheduleForm } from '../parts/schedule-form.tsx';
import { WeekGrid } from '../parts/week-grid.tsx';
import { floorWords } from '../words/floor-words.ts';
import { floorPageWords } from './floor-page-words.ts';
import { schedulePageWords } from './schedule-page-words.ts';

const shopRule = 'shop';

export function SchedulePage() {
  const words = useWords(schedulePageWords);
  const { items, isKnown, isOld } = useFloorTopic('schedule');
  const { can } = useFloor();
  const [{ edit, rule }, setAddress] = useAddress({ edit: false, rule: '' });
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
    return (
      <ScheduleForm
        schedule={schedule}
        rule={rule}
        close={() => setAddress({ edit: false, rule: '' }, { push: true })}
      />
    );
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
      <PrintRules rules={schedule.print_rules} />
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
  const zone = schedule.document.time_zone;
  const facts = [
    [words.nextRun, next_run === null ? words.noRun : timeText(next_run, language, 'moment', zone)],
    [words.waiting, String(waiting)],
    [
      words.nextRelease,
      next_release === null ? words.noRun : timeText(next_release, language, 'moment', zone),
    ],
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
  const { items: printers } = useFloorTopic('printers');
  const zone = schedule.document.time_zone;
  const matches = new Map(schedule.document.rules.map(({ id, match }) => [id, match]));
  return (
    <section aria-labelledby="schedule-rules">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="schedule-rules">
          {words.rules}
        </Title>
        {can('set_schedule') && (
          <PageButton
            to="/schedule"
            search={{ edit: true, rule: newRule }}
            variant="default"
            leftSection={<PlusIcon size={18} />}
          >
            {words.addRule}
          </PageButton>
        )}
      </Group>
      <Stack gap="xs">
        {schedule.rules.map(({ rule_id, name, mode, open, next_run, last_run, missed_runs }) => {
          const called = rule_id === shopRule ? words.shopRule : name;
          const match = matches.get(rule_id);
          return (
            <Paper key={rule_id} withBorder p="md">
              <Group justify="space-between">
                <div style={{ minWidth: 0 }}>
                  <Text fw={600}>{called}</Text>
                  {match && (
                    <Text size="sm">
                      {words.forThese}
                      {colon(language)}
                      {matchText(match, { printers, words, language })}
                    </Text>
                  )}
                  <Text size="sm" c="dimmed">
                    {[
                      words.modes[mode],
                      open ? words.isOpen : words.isClosed,
                      ...(next_run === null
                        ? []
                        : [`${words.next}${colon(language)}${timeText(next_run, language, 'moment', zone)}`]),
                      ...(last_run === null
                        ? []
                        : [
                            `${words.last}${colon(language)}${timeText(last_run.at, language, 'moment', zone)}${comma(language)}${words.outcomes[last_run.outcome]}`,
                          ]),
                      ...(mode === 'immediate'
                        ? []
                        : [`${words.missed}${colon(language)}${words.missedPolicies[missed_runs]}`]),
                    ].join(' · ')}
                  </Text>
                </div>
                <Group gap="xs">
                  {mode !== 'immediate' && can('run_now') && (
                    <ActButton
                      act={{ act: 'run_now', rule_id }}
                      size="compact-md"
                      fz="sm"
                      mih={36}
                      variant="default"
                      about={called}
                    />
                  )}
                  {can('set_schedule') && rule_id !== shopRule && (
                    <PageButton
                      to="/schedule"
                      search={{ edit: true, rule: rule_id }}
                      size="compact-md"
                      fz="sm"
                      mih={36}
                      variant="default"
                      aria-label={`${words.edit}${colon(language)}${called}`}
                    >
                      {words.edit}
                    </PageButton>
                  )}
                </Group>
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
