/** Which faults strike when: all of it follows from the seed. Pure. */
import { randomFrom, type SeededRandom } from '../fixtures/seeded-random.ts';
import type { DocumentPlace, LineTrouble } from './chaos-line.ts';

export type Fault =
  | { do: 'kill' | 'stop' | 'freeze'; whom: 'cloud' | 'agent'; index: number; forMs: number }
  | { do: 'child' }
  | { do: 'printer'; index: number; kind: 'kill' | 'freeze' | 'abort' | 'abort-cut'; forMs: number }
  | { do: 'line'; index: number; trouble: LineTrouble }
  | { do: 'document'; index: number; trouble: LineTrouble; place: DocumentPlace }
  | { do: 'door'; trouble: LineTrouble }
  | { do: 'disk'; leaveBytes: number; forMs: number }
  | { do: 'clock'; whom: 'cloud' | 'agent'; index: number; offsetMs: number; forMs: number };

export interface PlannedFault {
  /** Since the begin of the faults. */
  atMs: number;
  fault: Fault;
}

const minuteMs = 60_000;
const mib = 1024 * 1024;

export function planFaults(
  seed: number,
  forMs: number,
  parts: { printers: number; clouds: number },
): PlannedFault[] {
  const random = randomFrom(seed);
  // A long run has time for lines that are silent for longer than any printer thinks.
  const longestMs = Math.min(90_000, Math.max(16_000, forMs / 4));
  const planned: PlannedFault[] = [];
  // Every kind comes in turn, in an order of its own each time, so that a short run has them all.
  let kinds: Fault['do'][] = [];
  for (let atMs = random.between(500, 1500); atMs < forMs; atMs += random.between(250, 1300)) {
    if (kinds.length === 0) kinds = shuffled(random);
    planned.push({ atMs, fault: faultOf(kinds.pop()!, random, { ...parts, longestMs }) });
  }
  return planned;
}

/** Documents that break on their way are what it is most about. */
const turns: Fault['do'][] = [
  ...(['document', 'document', 'document', 'document', 'line', 'line', 'printer', 'printer'] as const),
  ...(['kill', 'kill', 'stop', 'freeze', 'child', 'door', 'door', 'disk', 'clock'] as const),
];

function shuffled(random: SeededRandom): Fault['do'][] {
  const left = [...turns];
  const drawn: Fault['do'][] = [];
  while (left.length > 0) drawn.push(...left.splice(random.between(0, left.length - 1), 1));
  return drawn;
}

function faultOf(
  kind: Fault['do'],
  random: SeededRandom,
  parts: { printers: number; clouds: number; longestMs: number },
): Fault {
  const printer = random.between(0, parts.printers - 1);
  const cloud = random.between(0, parts.clouds - 1);
  const whom = random.oneOf(['agent', 'agent', 'cloud'] as const);
  const index = whom === 'cloud' ? cloud : 0;
  switch (kind) {
    case 'kill':
    case 'stop':
      return { do: kind, whom, index, forMs: random.between(50, 1200) };
    case 'freeze':
      return { do: kind, whom, index, forMs: random.between(300, 3000) };
    case 'child':
      return { do: kind };
    case 'printer': {
      const troubles = ['kill', 'freeze', 'freeze', 'abort', 'abort-cut'] as const;
      return { do: kind, index: printer, kind: random.oneOf(troubles), forMs: random.between(200, 2500) };
    }
    case 'line':
      return { do: kind, index: printer, trouble: troubleOf(random, parts.longestMs) };
    case 'document':
      return {
        do: kind,
        index: printer,
        trouble: troubleOf(random, parts.longestMs),
        place: placeOf(random),
      };
    case 'door':
      return { do: kind, trouble: troubleOf(random, parts.longestMs) };
    case 'disk':
      return { do: kind, leaveBytes: random.oneOf([0, 3 * mib, 40 * mib]), forMs: random.between(500, 3000) };
    case 'clock':
      return {
        do: kind,
        whom,
        index,
        forMs: random.between(1000, 5000),
        offsetMs: random.oneOf([-1440, -61, -2, 2, 61, 1440]) * minuteMs,
      };
  }
}

function troubleOf(random: SeededRandom, longestMs: number): LineTrouble {
  const silentMs = () => random.between(1, 4) ** 2 * Math.round(longestMs / 16);
  switch (random.between(1, 6)) {
    case 1:
    case 2:
      return { kind: 'cut' };
    case 3:
      return { kind: 'reset' };
    case 4:
      return { kind: 'frozen', forMs: silentMs() };
    case 5:
      return { kind: 'dead', forMs: silentMs() };
    default:
      return {
        kind: 'slowed',
        forMs: random.between(1000, 6000),
        bytesPerSecond: random.between(8000, 60_000),
      };
  }
}

const placeOf = (random: SeededRandom): DocumentPlace =>
  random.chance(60)
    ? { beforeEnd: random.oneOf([0, 1, 20, 200]) }
    : { after: random.oneOf([1, 500, 5000, 20_000]) };

/** What a fault is called in the table. */
export function nameOf(fault: Fault): string {
  switch (fault.do) {
    case 'kill':
    case 'stop':
    case 'freeze':
    case 'clock':
      return `${fault.whom} ${fault.do}`;
    case 'child':
      return 'child kill';
    case 'printer':
      return `printer ${fault.kind}`;
    case 'line':
      return `line ${fault.trouble.kind}`;
    case 'document':
      return `document ${fault.trouble.kind}`;
    case 'door':
      return `link ${fault.trouble.kind}`;
    case 'disk':
      return 'disk filled';
  }
}
