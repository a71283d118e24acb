/** What holds at a place of the region tree: its own rule, or that of the nearest region above it. Pure. */
import type { ApiOutput } from '../../kit/api-types.ts';

export type CoverageRule = ApiOutput<'GET /api/admin/coverage-rules'>['items'][number];
export type Service = CoverageRule['service'];

export interface Standing {
  /** The rule that decides; undefined where there is none, and so nothing is delivered. */
  rule: CoverageRule | undefined;
  isOwn: boolean;
}

/** `path`: region ids from the country down to the place itself. */
export function standingAt(
  rules: readonly CoverageRule[],
  path: readonly string[],
  service: Service,
): Standing {
  for (const region_id of path.toReversed()) {
    const rule = rules.find((each) => each.service === service && each.region?.region_id === region_id);
    if (rule) return { rule, isOwn: region_id === path.at(-1) };
  }
  return { rule: undefined, isOwn: false };
}
