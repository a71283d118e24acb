/**
 * The line to the cloud as everybody here sees it: up or down. Owns that nothing goes out on a connection before the cloud has said
 * welcome on it; link/link.ts, which brings it up and takes it down, says hello by itself. Must never store a frame: whoever has
 * something that matters keeps it until it is acknowledged.
 */
import type { AgentFrame } from '@platen/contracts/agent-protocol';

/** One connection. */
export interface LineCarrier {
  /** The cloud has said welcome on it. */
  readonly isUp: boolean;
  send(frame: AgentFrame): boolean;
}

export interface CloudLine extends LineCarrier {
  /** False when the line is down: whoever stores its frames sends them again after welcome. */
  send(frame: AgentFrame): boolean;
  /** Says that a message of the cloud is kept here. */
  acknowledge(messageId: string): void;
  /** From here on by this connection; undefined: there is none. */
  carryBy(connection: LineCarrier | undefined): void;
}

export function createCloudLine(): CloudLine {
  let carrier: LineCarrier | undefined;
  const send = (frame: AgentFrame) => (carrier?.isUp ? carrier.send(frame) : false);
  return {
    get isUp() {
      return carrier?.isUp ?? false;
    },
    send,
    acknowledge: (id) => void send({ kind: 'ack', id }),
    carryBy(connection) {
      carrier = connection;
    },
  };
}
