/**
 * From the list of abolished divisions to lines with the ids of their successors. Used only when the seed is generated; a
 * name in the list that is no division today stops it.
 */
import type { Division } from './seed-divisions.ts';
import { abolished } from './seed-successors-list.ts';

const sameStem = (zh: string): string[] => [`${zh.slice(0, -1)}区`, `${zh.slice(0, -1)}市`];

/** `code|name|ids`, the code empty where it is not known or is in use again. */
export function successorLines(divisions: readonly Division[]): string[] {
  const current = new Map(divisions.map((division) => [division.code, division]));
  return abolished
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [province, list] = line.split(': ') as [string, string];
      const inside = divisions.filter(({ code }) => provinceName(current, code) === province);
      return list.split('; ').map((entry) => {
        const [old, successors] = entry.split('=') as [string, string | undefined];
        const [name, code = ''] = old.split(' ') as [string, string?];
        const found = successors ? successors.split(',').map((path) => [path]) : [sameStem(name)];
        const ids = found.map((paths) => resolve(inside, { paths, current, entry: `${province} ${entry}` }));
        return [current.has(code) ? '' : code, name, ids.join(',')].join('|');
      });
    });
}

const provinceName = (current: ReadonlyMap<string, Division>, code: string): string | undefined =>
  current.get(`${code.slice(0, 2)}0000`)?.zh;

/** The one division that a path such as `徐州市/鼓楼区` means; the lowest of several with the same name. */
function resolve(
  inside: readonly Division[],
  { paths, current, entry }: { paths: string[]; current: ReadonlyMap<string, Division>; entry: string },
): string {
  const found = inside.filter(({ zh, parent }) =>
    paths.some((path) => {
      const [name, city] = path.split('/').toReversed();
      return zh === name && (city === undefined || current.get(parent)?.zh === city);
    }),
  );
  const best = found.toSorted((a, b) => Number(a.level === 'district') - Number(b.level === 'district'));
  const same = best.filter(({ level }) => level === best[0]!.level);
  if (same.length !== 1) throw new Error(`${entry}: ${same.length} divisions of that name`);
  return same[0]!.code;
}
