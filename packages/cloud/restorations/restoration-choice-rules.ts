/** What a person said of the doubtful regions of a restoration. Owns what may be said, and what follows from it. Pure. */
import type { RestoreOptions, RestoreRegion } from '@platen/contracts/restore-task';

export interface AskedChoices {
  accept: readonly number[];
  refuse: readonly number[];
}

export type RegionChoice = 'accepted' | 'refused' | 'undecided';

/** Offered and not accepted: it is as it was before, so there is one picture of it. */
export const isLeftOffer = ({ is_offered, is_refused }: RestoreRegion): boolean => is_offered && is_refused;

/** Whether it was said anything of, and what, which the picture shows; what is sure needs no word. */
export function choiceOf(
  { id, is_sure, is_refused }: RestoreRegion,
  decided: readonly number[],
): RegionChoice {
  if (!is_sure && !decided.includes(id)) return 'undecided';
  return is_refused ? 'refused' : 'accepted';
}

/** Those that nobody has said anything of. */
export const undecidedOf = (regions: readonly RestoreRegion[], decided: readonly number[]): RestoreRegion[] =>
  regions.filter((region) => choiceOf(region, decided) === 'undecided');

const sorted = (ids: Iterable<number>): number[] => [...new Set(ids)].toSorted((a, b) => b - a);

/** What a picture was made without; ids as they are kept. */
export const refusedOf = (regions: readonly RestoreRegion[]): number[] =>
  sorted(regions.filter(({ is_refused }) => is_refused).map(({ id }) => id));

/** Why these choices can't be made, naming the field; undefined when they can. */
export function refuseChoices(
  regions: readonly RestoreRegion[],
  { accept, refuse }: AskedChoices,
): string | undefined {
  const doubtful = regions.filter(({ is_sure }) => !is_sure).map(({ id }) => id);
  if (doubtful.length === 0)
    return 'refuse: this restoration has no doubtful regions, so there is nothing to choose.';
  for (const [field, ids] of [
    ['accept', accept],
    ['refuse', refuse],
  ] as const) {
    for (const [index, id] of ids.entries()) {
      if (doubtful.includes(id)) continue;
      const isSure = regions.some((region) => region.id === id);
      return isSure
        ? `${field}[${index}]: region ${id} is sure; correct the mask to leave it as it was.`
        : `${field}[${index}]: there is no region ${id}; the doubtful ones are ${doubtful.join(', ')}.`;
    }
  }
  const both = accept.find((id) => refuse.includes(id));
  return both === undefined
    ? undefined
    : `refuse: region ${both} is in accept too; leave it out of one of them.`;
}

/** What is decided and what is refused after these choices; ids from the highest down, so that the same is the same text. */
export function choicesAfter(
  { decided, refused }: { decided: readonly number[]; refused: readonly number[] },
  { accept, refuse }: AskedChoices,
): { decided: number[]; refused: number[] } {
  return {
    decided: sorted([...decided, ...accept, ...refuse]),
    refused: sorted([...refused, ...refuse].filter((id) => !accept.includes(id))),
  };
}

/** Why other settings can't come with choices: a version differs in what is refused alone. Undefined when these are the same. */
export function refuseOtherOptions(
  asked: RestoreOptions,
  { own, usual }: { own: RestoreOptions; usual: RestoreOptions },
): string | undefined {
  const text = JSON.stringify(asked);
  if (text === JSON.stringify(usual) || text === JSON.stringify(own)) return undefined;
  return 'refuse: keeps the settings of based_on; leave them out, or start anew without accept and refuse.';
}
