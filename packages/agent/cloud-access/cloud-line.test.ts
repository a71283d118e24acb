/** The line on which parts of the agent speak to the cloud, whatever becomes of the connection. */
import type { AgentFrame } from '@platen/contracts/agent-protocol';
import { expect, it } from 'vitest';
import { createCloudLine } from './cloud-line.ts';

it('says nothing before a welcome, and nothing on a connection that is gone', () => {
  const line = createCloudLine();
  const heard: AgentFrame[] = [];
  const connection = { isUp: false, send: (frame: AgentFrame) => heard.push(frame) > 0 };
  const ack = { kind: 'ack', id: 'first' } as const;
  expect([line.isUp, line.send(ack)]).toEqual([false, false]);
  line.carryBy(connection);
  expect([line.isUp, line.send(ack)]).toEqual([false, false]);
  connection.isUp = true;
  expect([line.isUp, line.send(ack)]).toEqual([true, true]);
  line.carryBy({ ...connection, isUp: false });
  line.acknowledge('second');
  line.carryBy(undefined);
  line.acknowledge('third');
  expect(heard).toEqual([ack]);
});
