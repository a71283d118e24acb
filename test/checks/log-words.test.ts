/**
 * The log of the shop floor says everything that cloud and agent can note, in both languages, and why the service is not well; neither has
 * words for what nobody says.
 */
import { personActNames } from '@platen/agent/jobs/person-act-store';
import { agentEvents } from '@platen/agent/machine/agent-log';
import { printerListEvents } from '@platen/agent/printers/printer-list-store';
import { scheduleLogEvents } from '@platen/agent/schedule/schedule-store';
import { floorEventTypes } from '@platen/cloud/floor/floor-store';
import { judgeHealth } from '@platen/cloud/health/health-rules';
import { reportedJobState } from '@platen/contracts/agent-protocol';
import { healthReasonsInChinese } from '@platen/web/admin/overview/health-reasons';
import { codeText, logCodes } from '@platen/web/shop/words/log-codes';
import { expect, it } from 'vitest';

const noted = [
  ...floorEventTypes,
  ...Object.keys(agentEvents),
  ...reportedJobState.options.map((state) => `job.${state}`),
  ...personActNames.map((act) => `person.${act}`),
  ...printerListEvents.map((event) => `printer.${event}`),
  ...scheduleLogEvents,
];

it('every code has words of its own', () => {
  expect(Object.keys(logCodes)).toEqual([...new Set(noted)].sort());
});

it('each in both languages, as a line and no sentence', () => {
  for (const code of noted) {
    const [english, chinese] = [codeText(code, 'en'), codeText(code, 'zh')];
    expect(english, code).toMatch(/^[A-Z].*[^.]$/);
    expect(chinese, code).toMatch(/[\u4e00-\u9fff]/);
    expect(chinese, code).not.toMatch(/。$/);
  }
});

it('each reason of the service has its Chinese', () => {
  const health = { latencyMs: 1, writable: true, freeBytes: 2 ** 40 };
  const looks = [
    {
      database: { latencyMs: undefined },
      files: { writable: false, freeBytes: 0 },
      agents: { online: 0, total: 0 },
    },
    {
      database: { latencyMs: 5000 },
      files: { writable: true, freeBytes: 0 },
      agents: { online: 0, total: 2 },
    },
    { database: health, files: health, agents: { online: 1, total: 1 } },
  ];
  const said = looks.flatMap(
    (look) =>
      judgeHealth(
        Object.assign(
          { printers: { total: 1, reachable: 0 }, disks: { low: 1, damaged: 1 }, olderThanAgents: 1 },
          look,
        ),
      ).reasons,
  );
  expect(Object.keys(healthReasonsInChinese).sort()).toEqual([...new Set(said)].sort());
});
