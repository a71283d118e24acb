/**
 * Owns what the kernel knows of a connection and Node doesn't tell: how many bytes that it has taken the other end has not
 * acknowledged yet. Linux alone says so, in /proc/net/tcp and tcp6 (proc_pid_net(5), Documentation/networking/proc_net_tcp.rst);
 * elsewhere the answer is undefined. Must never touch the connection.
 */
import { readFileSync } from 'node:fs';
import { isIPv4, type Socket } from 'node:net';
import { endianness } from 'node:os';

/** A connection's send queue. */
export interface SendQueue {
  /** Bytes that were handed to the kernel and not yet acknowledged, sent or not. */
  unacknowledgedBytes: number;
  /** The other end takes nothing more for now, and says so each time it is asked (a window of 0 whose probes are answered). */
  isPeerFull: boolean;
}

/** An address and port as the kernel writes them on a little-endian machine: 127.0.0.1:80 is 0100007F:0050. */
export function kernelAddress(address: string, port: number): string | undefined {
  const words = isIPv4(address) ? ipv4Word(address) : ipv6Words(address);
  return words === undefined ? undefined : `${words}:${hex(port, 4)}`;
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');

const ipv4Word = (address: string): string =>
  address
    .split('.')
    .map((part) => hex(Number(part), 2))
    .reverse()
    .join('');

/** Four words of 32 bits, each with its lowest byte first. */
function ipv6Words(address: string): string | undefined {
  const plain = (address.split('%')[0] ?? '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts) => {
    const [a, b, c, d] = parts.slice(0, 4).map(Number) as [number, number, number, number];
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const groupsIn = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const before = groupsIn(head);
  const after = groupsIn(tail ?? '');
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 0) return undefined;
  const groups = before
    .concat(Array<string>(missing).fill('0'), after)
    .map((group) => group.padStart(4, '0'));
  const bytes = groups.join('').toUpperCase();
  return (bytes.match(/.{8}/g) ?? []).map((word) => (word.match(/../g) ?? []).reverse().join('')).join('');
}

/** timer_active 4 is the probe of a closed window; the eighth column counts probes that nobody answered. */
const probeTimer = '04';
const maxUnansweredProbes = 1;

/** The queue of the connection with these addresses, in the text of /proc/net/tcp or tcp6. */
export function findSendQueue(table: string, local: string, remote: string): SendQueue | undefined {
  const at = table.indexOf(` ${local} ${remote} `);
  if (at < 0) return undefined;
  const [, , , queues = '', timer = '', , , unanswered = '0'] = table.slice(at + 1, at + 200).split(/\s+/);
  const unacknowledgedBytes = Number.parseInt(queues.split(':')[0] ?? '', 16);
  if (!Number.isFinite(unacknowledgedBytes)) return undefined;
  const isPeerFull = timer.startsWith(`${probeTimer}:`) && Number(unanswered) <= maxUnansweredProbes;
  return { unacknowledgedBytes, isPeerFull };
}

/** What waits in the kernel for the other end of this socket; undefined where nobody can tell. */
export function readSendQueue(socket: Socket): SendQueue | undefined {
  const { localAddress, localPort, remoteAddress, remotePort } = socket;
  if (process.platform !== 'linux' || endianness() !== 'LE') return undefined;
  if (!localAddress || !localPort || !remoteAddress || !remotePort) return undefined;
  const local = kernelAddress(localAddress, localPort);
  const remote = kernelAddress(remoteAddress, remotePort);
  if (!local || !remote) return undefined;
  try {
    const file = isIPv4(remoteAddress) ? '/proc/net/tcp' : '/proc/net/tcp6';
    return findSendQueue(readFileSync(file, 'latin1'), local, remote);
  } catch {
    return undefined;
  }
}
