/** docs/events.md is the table of the event log's types; each is spelt alike and written somewhere. */
import { type EventKind, eventTypes } from '@platen/contracts/event-types';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readRepository } from './repository-files.ts';

const kinds: [string, EventKind][] = Object.entries(eventTypes);

it('types are spelt thing.what_happened, each with a sentence', () => {
  for (const [type, { says, seenBy }] of kinds) {
    expect(type).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
    expect(says).toMatch(/^[A-Z].*\.$/);
    expect(seenBy.length).toBeGreaterThan(0);
  }
});

it('types are all written by the cloud', () => {
  const code = [...readRepository()]
    .filter(([path]) => /^packages\/(cloud|contracts)\/.*\.ts$/.test(path))
    .filter(([path]) => !/\.test\.ts$|event-types\.ts$/.test(path))
    .map(([, text]) => text)
    .join('\n');
  const isWritten = (type: string) => {
    const [thing, what] = type.split('.') as [string, string];
    const isPut = code.includes(`\`${thing}.\${`) && new RegExp(`\\b${what}\\b`).test(code);
    return code.includes(`'${type}'`) || isPut;
  };
  expect(kinds.map(([type]) => type).filter((type) => !isWritten(type))).toEqual([]);
});

const audiences = { account: 'the account', shop: "the shop's staff", everyone: 'everybody' };

function fieldsOf({ data }: EventKind): string {
  const { properties = {} } = z.toJSONSchema(data) as {
    properties?: Record<string, { description?: string }>;
  };
  const fields = Object.entries(properties).map(
    ([name, { description }]) => `- \`${name}\`${description ? `: ${description}` : ''}`,
  );
  return fields.length > 0 ? `\`data\`:\n\n${fields.join('\n')}` : '`data` is empty.';
}

it('docs/events.md lists them', async () => {
  const things = [...Map.groupBy(kinds, ([type]) => type.split('.')[0]!)];
  const chapters = things.map(([thing, types]) => {
    const [, first] = types[0]!;
    const rows = types.map(([type, { says }]) => `| \`${type}\` | ${says} |`);
    const seen = first.seenBy.map((audience) => audiences[audience]).join(', ');
    const kept = first.isHistory ? 'stays with its history' : 'kept for `PLATEN_EVENT_DAYS`';
    const table = ['| type | what happened |', '| --- | --- |', ...rows].join('\n');
    return `## ${thing}\n\nSeen by ${seen}; ${kept}.\n\n${table}\n\n${fieldsOf(first)}`;
  });
  const page = `# The event log

Every change that a customer, a shop or an admin could care about is one event, written in the transaction of the change and numbered in the order in which
the changes became true: 1, 2, 3 … without gaps, on both databases and with any number of processes. What never happened is not in it.

\`\`\`json
{"sequence":42,"type":"order.paid","subject_id":"0199…","account_id":"0199…","shop_id":"0199…","at":"2026-01-02T03:04:05.678Z","data":{"from":"pending_payment","to":"paid","detail":"from balance"}}
\`\`\`

\`GET /api/events\` says where the log stands (\`sequence\`). \`GET /api/events?after=41\` returns what comes behind a number, oldest first, and the \`sequence\` to go
on behind; with \`wait_seconds\` (25 at most) it waits when there is nothing yet, and answers as soon as there is. \`types=order.*,job.unknown\` narrows it.
Customers see what is theirs, staff of a shop also the shop's, admins everything. Whoever goes on from each answer's \`sequence\` gets every event once.

Events of histories stay as long as the thing itself; the others go after \`PLATEN_EVENT_DAYS\` (30). Whoever was away for longer is told so (409), reads the
state anew and goes on from there.

Made from \`packages/contracts/event-types.ts\` by \`npm test -- test/checks/event-types.test.ts -u\`.

${chapters.join('\n\n')}
`;
  await expect(page).toMatchFileSnapshot('../../docs/events.md');
});
