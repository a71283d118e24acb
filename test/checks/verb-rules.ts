/**
 * What the verbs of CONTRIBUTING's table promise, read from the text of signatures. Knows the shape that Biome gives them, and
 * nothing of types that are inferred.
 */
export interface WrittenFunction {
  path: string;
  name: string;
  isExported: boolean;
  /** As it is written, without the Promise around it; undefined where it is inferred. */
  returns: string | undefined;
  body: string;
}

const starts = /^(export )?(?:(?:async )?function\*? (\w+)|const (\w+) = (?:async )?[(<])/;
/** The end of a signature on its first line, and of one over several lines. */
const ends = { first: /\)(?:: (.*?))? (?:\{|=>.*)$/, later: /^(?:\}.*)?\)(?:: (.*))? (?:\{|=>.*)$/ };

/** Functions at the top level of a file, those in a const too. */
export function functionsOf(path: string, text: string): WrittenFunction[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const start = starts.exec(line);
    const end = ends.first.test(line) ? at : lines.findIndex((each, on) => on > at && ends.later.test(each));
    if (!start || end < 0) return [];
    const returns = (end === at ? ends.first : ends.later).exec(lines[end]!)?.[1];
    const isBlock = lines[end]!.endsWith('{');
    const close = lines.findIndex((each, on) => on >= end && (isBlock ? /^\}/ : /;$/).test(each));
    return [
      {
        path,
        name: start[2] ?? start[3]!,
        isExported: start[1] !== undefined,
        returns: returns?.replace(/^Promise<(.*)>$/, '$1'),
        body: lines.slice(end, close + 1).join('\n'),
      },
    ];
  });
}
