/** docs/log.md is the tables of the log's events; each is spelt alike and written somewhere. */
import { agentEvents } from '@platen/agent/machine/agent-log';
import { cloudEvents } from '@platen/cloud/log';
import { describe, expect, it } from 'vitest';
import { readRepository } from './repository-files.ts';

const tables = { cloud: cloudEvents, agent: agentEvents };

describe.each(Object.entries(tables))('events of the %s', (name, events) => {
  it('are spelt noun.what-happened, in order, each with a sentence', () => {
    for (const [event, sentence] of Object.entries(events)) {
      expect(event).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
    }
    expect(Object.keys(events)).toEqual(Object.keys(events).sort());
  });

  it('are all written by its code', () => {
    const own = [...readRepository()].filter(
      ([path]) => path.startsWith(`packages/${name}/`) && !/\.test\.ts$|\/(agent-)?log\.ts$/.test(path),
    );
    const code = own.map(([, text]) => text).join('\n');
    // The second word alone, where the first is put before it.
    const isWritten = (event: string) =>
      code.includes(`'${event}'`) ||
      (code.includes(`\`${event.split('.')[0]}.\${`) && code.includes(event.split('.')[1]!));
    expect(Object.keys(events).filter((event) => !isWritten(event))).toEqual([]);
  });
});

it('docs/log.md lists them', async () => {
  const tableOf = (events: Record<string, string>) =>
    Object.entries(events)
      .map(([event, sentence]) => `| \`${event}\` | ${sentence} |`)
      .join('\n');
  const page = `# What the log says

Cloud and agent write one JSON line an event on stdout; \`platen up\` keeps them in \`data/logs/\`, 5 MiB and one file before that for each.

\`\`\`json
{"level":"warn","time":"2026-01-02T03:04:05.678Z","event":"printer.unreachable","uri":"ipp://192.0.2.7/ipp/print","error":{"message":"…","stack":"…"}}
\`\`\`

\`level\` is \`info\`, \`warn\` (it heals itself, or somebody will be asked) or \`error\` (look at it). What follows \`event\` is the matter: ids, counts, and of an
error its message and where it came from. Names, numbers and addresses of people, keys and codes are left out.

Made from \`packages/cloud/log.ts\` and \`packages/agent/machine/agent-log.ts\` by \`npm test -- test/checks/log-events.test.ts -u\`.

## The cloud

| event | what it says |
| --- | --- |
${tableOf(cloudEvents)}

## The agent

| event | what it says |
| --- | --- |
${tableOf(agentEvents)}
`;
  await expect(page).toMatchFileSnapshot('../../docs/log.md');
});
