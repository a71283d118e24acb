/** Trays of a large printer as a person takes them in: by kind of paper, what is out of paper or not told first. Pure. */
import type { FloorTray } from '@platen/contracts/floor/shop-floor';

export interface TrayGroup {
  key: string;
  mediaType: string | null;
  borderless: boolean;
  empty: boolean;
  trays: FloorTray[];
}

/** Groups of trays that hold something, or would; those that are empty first, the largest first. */
export function groupTrays(trays: readonly FloorTray[]): TrayGroup[] {
  const groups = new Map<string, TrayGroup>();
  for (const tray of trays) {
    if (tray.media === null) continue;
    const { media_type: mediaType, borderless } = tray.media;
    const empty = tray.empty === true;
    const key = `${mediaType} ${borderless} ${empty}`;
    const group = groups.get(key);
    if (group) group.trays.push(tray);
    else groups.set(key, { key, mediaType, borderless, empty, trays: [tray] });
  }
  return [...groups.values()].sort(
    (a, b) => Number(b.empty) - Number(a.empty) || b.trays.length - a.trays.length,
  );
}

/** Trays of which nobody has said what lies in them. */
export const traysWithoutMedia = (trays: readonly FloorTray[]): FloorTray[] =>
  trays.filter(({ media }) => media === null);
