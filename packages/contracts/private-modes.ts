/**
 * Who may read what a process keeps of secrets and of people: its own user, nobody else. Pure; whoever starts asks the disk, and refuses in
 * these words.
 */

/** Permissions of the group and of others (POSIX mode bits). */
const othersBits = 0o077;

/**
 * Which of these paths others of the machine may read, and the command that closes them; undefined when none. `modeOf` gives a path's mode
 * bits: undefined for one that isn't there, and on systems where the bits say nothing.
 */
export function refuseReadable(
  paths: readonly string[],
  modeOf: (path: string) => number | undefined,
): { sentence: string; hint: string } | undefined {
  const open = paths.filter((path) => ((modeOf(path) ?? 0) & othersBits) !== 0);
  if (open.length === 0) return undefined;
  const names = open.map((path) => `'${path.replaceAll("'", "'\\''")}'`);
  return {
    sentence: `Other users of this machine can read ${open.join(', ')}.`,
    hint: `Close them first: chmod go= ${names.join(' ')}`,
  };
}
