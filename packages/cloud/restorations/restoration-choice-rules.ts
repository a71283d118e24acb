/** What a person said of the doubtful regions of a restoration. Owns what may be said, and what follows from it. Pure. */
import type { RestoreOptions, RestoreRegion } from '@platen/contracts/restore-task';

export interface AskedChoices {
  accept: readonly number[];
  refuse: readonly number[];
}

export type RegionChoice = 'accepted' | 'refused' | 'undecided';

/** Refused by the picture itself, accepted by a word; what is sure needs none. */
export function choiceOf(region: RestoreRegion, accepted: readonly number[]): RegionChoice {
  if (region.is_refused) return 'refused';
  return region.is_sure || accepted.includes(region.id) ? 'accepted' : 'undecided';
}

/** Those that nobody has said anything of. */
export const undecidedOf = (
  regions: readonly RestoreRegion[],
  accepted: readonly number[],
): RestoreRegion[] => regions.filter((region) => choiceOf(region, accepted) === 'undecided');

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

/** What is accepted and what is refused after these choices; ids from the highest down, so that the same is the same text. */
export function choicesAfter(
  { accepted, refused }: { accepted: readonly number[]; refused: readonly number[] },
  { accept, refuse }: AskedChoices,
): { accepted: number[]; refused: number[] } {
  const sorted = (ids: Iterable<number>) => [...new Set(ids)].toSorted((a, b) => b - a);
  return {
    accepted: sorted([...accepted, ...accept].filter((id) => !refuse.includes(id))),
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
