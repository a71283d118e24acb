/**
 * Decisions about pre-orders: whether one takes photos now, who may send them, what may still be changed, how its photos are
 * printed. Pure: clock, counts and catalogue are handed in; refusals are sentences.
 */
import {
  type PlainChoices,
  type PreOrderChoices,
  preOrderChoices,
  unchosen,
  type WantedChoices,
} from '@platen/contracts/print-choices';
import { refuseMove } from '@platen/contracts/state-machine';
import { type PreOrderStatus, preOrderMachine } from '@platen/contracts/states';
import { refuseOffer, type ShopOffer } from '../offers/offer-rules.ts';
import {
  type Catalogue,
  findPaper,
  findSize,
  offeredSizes,
  papersBothSides,
  papersOfSize,
} from '../prices/price-rules.ts';
import type { PreOrderTable } from './pre-order-tables.ts';

/** Most photos of one pre-order, whatever its quota says: they become the items of one order. */
export const maxPhotos = 1000;

/** How one photo is printed; codes as the catalogue writes them. */
export interface PrintSpec extends PreOrderChoices {
  size: string;
  paper_type: string;
  quantity: number;
  color_mode: PlainChoices['color_mode'];
}

/** The same of a photo that was sent in, which its sender may have cut. */
export interface SubmittedSpec extends PrintSpec {
  crop?: NonNullable<WantedChoices['crop']>;
}

const specNames = ['size', 'paper_type', 'quantity', ...Object.keys(preOrderChoices)] as (keyof PrintSpec)[];

/** The status at this moment: the deadline closes a pre-order by itself, whether or not anybody has written that down. */
export const statusAt = (
  preOrder: Pick<PreOrderTable, 'status' | 'deadline_at'>,
  now: number,
): PreOrderStatus =>
  preOrder.status === 'open' && isPastDeadline(preOrder, now) ? 'closed' : preOrder.status;

const isPastDeadline = ({ deadline_at }: Pick<PreOrderTable, 'deadline_at'>, now: number): boolean =>
  deadline_at !== null && deadline_at <= now;

/** Where the page of a share is. */
export const preOrderSharePath = (code: string): string => `/share/${code}`;

/** What somebody with the share code finds. */
export const shareStates = ['not_yet_open', 'open', 'full', 'expired', 'closed', 'cancelled'] as const;
export type ShareState = (typeof shareStates)[number];

type Terms = Pick<PreOrderTable, 'status' | 'deadline_at' | 'quota_total' | 'quota_per_person'>;

/** Photos that still fit in. */
export const remainingPhotos = ({ quota_total }: Pick<PreOrderTable, 'quota_total'>, taken: number): number =>
  Math.max(0, Math.min(quota_total ?? maxPhotos, maxPhotos) - taken);

/** `taken`: photos of submissions that are pending or approved. */
export function shareStateAt(preOrder: Terms, { now, taken }: { now: number; taken: number }): ShareState {
  const { status } = preOrder;
  if (status === 'draft') return 'not_yet_open';
  if (status === 'cancelled') return 'cancelled';
  if ((status === 'open' || status === 'closed') && isPastDeadline(preOrder, now)) return 'expired';
  if (status !== 'open') return 'closed';
  return remainingPhotos(preOrder, taken) === 0 ? 'full' : 'open';
}

/** What the share says of itself; the refusal of a submission where it isn't open. */
export function shareSentence(preOrder: Pick<Terms, 'deadline_at'>, state: ShareState): string {
  switch (state) {
    case 'not_yet_open':
      return 'This pre-order is not open yet.';
    case 'expired':
      return `The deadline of this pre-order has passed (${new Date(preOrder.deadline_at!).toISOString()}).`;
    case 'closed':
      return 'This pre-order is closed.';
    case 'cancelled':
      return 'This pre-order was called off.';
    case 'full':
      return 'This pre-order is full: it has all the photos it takes.';
    case 'open':
      return 'This pre-order is open: photos can be submitted.';
  }
}

export interface Taken {
  /** Photos of pending and approved submissions. */
  all: number;
  /** Those of the caller. */
  own: number;
}

/** Why these many more photos are not taken from this person now. */
export function refuseSubmission(
  preOrder: Terms,
  { now, taken, wanted }: { now: number; taken: Taken; wanted: number },
): string | undefined {
  const state = shareStateAt(preOrder, { now, taken: taken.all });
  if (state !== 'open') return shareSentence(preOrder, state);
  const { quota_per_person: max } = preOrder;
  if (max !== null && taken.own + wanted > max) {
    return `Each person may submit ${photos(max)} here; you have submitted ${taken.own}, so ${Math.max(0, max - taken.own)} more, not ${wanted}.`;
  }
  const room = remainingPhotos(preOrder, taken.all);
  if (wanted > room) return `This pre-order takes ${photos(room)} more, not ${wanted}.`;
  return undefined;
}

const photos = (count: number): string => `${count} ${count === 1 ? 'photo' : 'photos'}`;

/** Why this person may not submit; `phone` is that of the account. */
export function refusePerson(
  { allow, phones }: Pick<PreOrderTable, 'allow' | 'phones'>,
  phone: string,
): string | undefined {
  if (allow === 'anyone') return undefined;
  const listed = (JSON.parse(phones) as string[]).map(plainPhone);
  return listed.includes(plainPhone(phone))
    ? undefined
    : 'This pre-order takes photos only from the phone numbers that its owner has listed; yours is not among them.';
}

/** For comparing: `138 0000-0001` and `0086 13800000001` are `+8613800000001`. */
export function plainPhone(typed: string): string {
  const plain = typed.normalize('NFKC').replace(/[^\d+]/g, '');
  const number = plain.replace(/^00/, '+');
  return /^1\d{10}$/.test(number) ? `+86${number}` : number;
}

/** Why the owner can't set this status. `active`: submissions that are pending or approved. */
export function refuseStatus(
  preOrder: Pick<PreOrderTable, 'status' | 'deadline_at'>,
  to: PreOrderStatus,
  facts: { now: number; active: number; isOrderCancelled: boolean },
): string | undefined {
  const refusal = refuseMove(preOrderMachine, preOrder.status, to);
  if (refusal) return refusal;
  if (to === 'open' && isPastDeadline(preOrder, facts.now)) {
    return 'The deadline has passed; set a later one with update_pre_order first.';
  }
  if (to === 'draft' && facts.active > 0) {
    return 'Photos were submitted already, so it can be closed or cancelled but be no draft again.';
  }
  if (preOrder.status === 'ordered' && !facts.isOrderCancelled) {
    return 'The pre-order was ordered; it opens up again only when that order is cancelled (cancel_order).';
  }
  return undefined;
}

/** Why these settings can't be changed now; `before` at its status of this moment. */
export function refuseChange(
  before: PreOrderTable,
  after: PreOrderTable,
  { taken }: { taken: number },
): string | undefined {
  if (before.status === 'ordered' || before.status === 'cancelled') {
    return `The pre-order is ${before.status} and can't be changed any more.`;
  }
  const prints = ['order_type', 'spec_mode', 'spec'] as const;
  if (taken > 0 && prints.some((field) => before[field] !== after[field])) {
    return `Photos were submitted already, so how they are printed (order_type, spec_mode, ${specNames.join(', ')}) stays as it is.`;
  }
  if (after.quota_total !== null && after.quota_total < taken) {
    return `quota_total: ${photos(taken)} are in already, so it can't be ${after.quota_total}.`;
  }
  return undefined;
}

/** What there is to be had. */
export interface SpecOffer {
  catalogue: Catalogue;
  /** What the printers of the shops can make. */
  shops: readonly ShopOffer[];
}

/** The spec in the catalogue's own codes, or why it can't be printed, naming the field. */
export function readSpec({ catalogue, shops }: SpecOffer, spec: PrintSpec, prefix = ''): PrintSpec | string {
  const size = findSize(catalogue, spec.size);
  const papers = size?.enabled === 1 ? papersOfSize(catalogue, size.code) : [];
  if (!size || papers.length === 0) {
    const known = offeredSizes(catalogue).map((each) => each.code);
    return `${prefix}size: "${spec.size}" is not offered; sizes are ${known.join(', ')}.`;
  }
  const paper = findPaper(catalogue, spec.paper_type);
  if (!paper || !papers.includes(paper.code)) {
    return `${prefix}paper_type: "${spec.paper_type}" is not offered in ${size.code}; it comes on ${papers.join(', ')}.`;
  }
  const { sides = unchosen.sides } = spec;
  if (sides !== 'one-sided' && !papersBothSides(catalogue, size.code).includes(paper.code)) {
    return `${prefix}sides: ${size.code} on ${paper.code} is printed on one side only.`;
  }
  // Photos are gathered for weeks: what can't be ordered then is said before.
  const refusal = refuseOffer(catalogue, shops, { size, paper, color: spec.color_mode, sides });
  if (refusal) return `${prefix}${refusal.field}: ${refusal.sentence}`;
  return { ...spec, size: size.code, paper_type: paper.code };
}

/** What a submitter may choose for one photo; what is left out comes from the choice for all. */
export type SpecWish = { [field in keyof PrintSpec]?: PrintSpec[field] | undefined };

/** What is said of printing, out of all that somebody sends. */
export const wishOf = (sent: SpecWish): SpecWish =>
  Object.fromEntries(specNames.map((name) => [name, sent[name]]));

/** How one submitted photo is printed, or why not, naming the field. */
export function specOfPhoto(
  preOrder: Pick<PreOrderTable, 'spec' | 'max_quantity'>,
  wish: SpecWish,
  { prefix, ...offer }: SpecOffer & { prefix: string },
): PrintSpec | string {
  if (preOrder.spec !== null) {
    const [chosen] = Object.entries(wish).filter(([, value]) => value !== undefined);
    if (chosen) {
      return `${prefix}${chosen[0]}: the owner of this pre-order has fixed how photos are printed; leave it out.`;
    }
    return JSON.parse(preOrder.spec) as PrintSpec;
  }
  const { size, paper_type, quantity = 1, color_mode = unchosen.color_mode } = wish;
  const missing = size === undefined ? 'size' : paper_type === undefined ? 'paper_type' : undefined;
  if (size === undefined || paper_type === undefined) {
    return `${prefix}${missing}: is missing; in this pre-order each submitter chooses it (codes from get_print_options).`;
  }
  if (quantity > preOrder.max_quantity) {
    return `${prefix}quantity: at most ${preOrder.max_quantity} copies of a photo are taken here, not ${quantity}.`;
  }
  return readSpec(offer, { ...wish, size, paper_type, quantity, color_mode }, prefix);
}
