/**
 * What the observer, who saw every sheet and every fault, says of what the service says. Pure: owns what counts as lost, as printed
 * twice, as an `unknown` that nothing justifies. Must never look at anything but what it is given.
 */

/** One order with its one print, as the cloud has it at a moment. */
export interface JudgedOrder {
  orderNo: string;
  kind: string;
  copies: number;
  /** What its picture says. */
  number: number | undefined;
  /** States of its jobs, the first one first. */
  jobs: { id: string; state: string; reason: string; message: string; copiesPrinted: number }[];
}

export interface JudgedSheet {
  printer: string;
  orderNo: string | undefined;
  copies: number;
  isWhole: boolean;
  /** Its document had broken off on its way to the printer. */
  isBroken: boolean;
  /** What was read from it; undefined: nothing could be, or need be. */
  number: number | undefined;
}

/** A line of the agent's journal, by the real clock. */
export interface JournalRow {
  jobId: string;
  state: string;
  outcome: string;
  printer: string;
  sendingAt: number | undefined;
  endedAt: number;
}

/** Something that was done to a part; `to` is when its effect was over. */
export interface DoneFault {
  name: string;
  /** agent, cloud, disk, door, or a printer's name: the printer and its line alike. */
  target: string;
  from: number;
  to: number;
}

export const sheetsOf = (order: Pick<JudgedOrder, 'orderNo'>, sheets: readonly JudgedSheet[]) => {
  const own = sheets.filter(({ orderNo }) => orderNo === order.orderNo);
  const sum = (some: readonly JudgedSheet[]) => some.reduce((total, { copies }) => total + copies, 0);
  return { begun: sum(own), whole: sum(own.filter(({ isWhole }) => isWhole)), own };
};

const settled = new Set(['printed', 'unknown', 'failed']);

/** Sentences about everything that must not be, before anybody has decided anything. */
export function judgePaper(orders: readonly JudgedOrder[], sheets: readonly JudgedSheet[]): string[] {
  const wrong: string[] = [];
  for (const order of orders) {
    const { begun, whole, own } = sheetsOf(order, sheets);
    const [job, ...more] = order.jobs;
    const where = `${order.orderNo} (${order.kind}, ${order.copies} ordered, ${whole} whole of ${begun} begun at ${[...new Set(own.map(({ printer }) => printer))].join(', ') || 'no printer'})`;
    if (!job || more.length > 0) wrong.push(`${where} has ${order.jobs.length} jobs`);
    else if (!settled.has(job.state))
      wrong.push(`LOST: ${where} is still ${job.state} (${job.reason}: ${job.message})`);
    if (whole > order.copies) wrong.push(`TWICE: ${where} is ${job?.state}`);
    if (job?.state === 'printed' && whole < order.copies) wrong.push(`NOT WHOLE: ${where} is printed`);
    if (job?.state === 'printed' && own.some(({ isBroken }) => isBroken))
      wrong.push(`WASTED: ${where} is printed, and nobody was asked about the sheets that broke off`);
    const other = own.find(({ number }) => number !== undefined && number !== order.number);
    if (other) wrong.push(`ANOTHER PICTURE: ${where} shows ${other.number} instead of ${order.number}`);
  }
  const strays = sheets.filter(({ orderNo }) => orderNo === undefined);
  if (strays.length > 0) wrong.push(`STRAY: ${strays.length} sheets belong to no order`);
  return wrong;
}

/** Why an unknown job is one, in the observer's eyes; `undefined` when nothing that happened explains it. */
export function justify(
  jobId: string,
  journal: readonly JournalRow[],
  faults: readonly DoneFault[],
): string | undefined {
  const row = journal.findLast((one) => one.jobId === jobId && one.state === 'unknown');
  if (!row) return undefined;
  // No byte had left: then it was surely not printed, and nobody need be asked.
  if (row.sendingAt === undefined) return undefined;
  const { printer, sendingAt, endedAt } = row;
  const near = faults.filter(
    ({ target, from, to }) =>
      (target === printer || target === 'agent' || target === 'disk') &&
      from <= endedAt + toleranceMs &&
      to >= sendingAt - toleranceMs,
  );
  if (near.length === 0) return undefined;
  return `${printer}: ${[...new Set(near.map(({ name }) => name))].join(', ')}`;
}

/** Clocks of two processes on one machine, and a fault that is noted a moment after it began. */
const toleranceMs = 1500;
