/** Findings on how a photo and a sheet go together: crop, borders, trim, faces, and what one printer can't do. Pure. */
import type { PhotoMeasures } from './measures-version.ts';
import { type Finding, over, under } from './quality-finding-rules.ts';
import { mainFacesOf, type Placed, type QualityPaper } from './quality-paper-rules.ts';

const percent = (share: number) => Math.round(share * 1000) / 10;
const tenth = (value: number) => Math.round(value * 10) / 10;

export function placementFindings(placed: Placed, paper: QualityPaper): Finding[] {
  const isFill = paper.fit === 'fill';
  return [
    ...over({ name: 'cropped', value: percent(placed.lostShare), unit: '%' }, [
      // A matter of taste, up to a point: a square on 2:3 loses a third.
      [40, 'severe'],
      [12, 'warning'],
      [3, 'info'],
    ]),
    ...(isFill
      ? []
      : over({ name: 'white_borders', value: percent(placed.whiteShare), unit: '%' }, [
          [30, 'warning'],
          [3, 'info'],
        ])),
    ...(placed.isTurned ? over({ name: 'turned', value: 90, unit: 'degrees' }, [[90, 'info']]) : []),
  ];
}

/** A frame up to so wide on paper looks crooked when the trim takes more of one side than of the other. */
const widestFrameMm = 8;
/** One narrower than this share of the trim is gone altogether. */
const goneShare = 0.75;

/** The photo's own frame: on opposite sides, narrow enough for the trim to spoil it. */
export function frameFindings({ ownBorder, transparentShare }: PhotoMeasures, placed: Placed): Finding[] {
  if (placed.trimMm === 0 || transparentShare > 0) return [];
  const { left, top, right, bottom } = ownBorder;
  const mmPerPx = 25.4 / placed.ppi;
  const pairs = [
    [left, right],
    [top, bottom],
  ] as const;
  const widths = pairs.map(([one, other]) => Math.min(one, other) * mmPerPx);
  const widest = Math.max(...widths);
  if (widest > widestFrameMm) return [];
  return over({ name: 'own_border', value: tenth(widest), unit: 'mm' }, [
    [placed.trimMm * goneShare, 'info'],
  ]);
}

/** Boxes of faces are a little larger or smaller than faces. */
const slackShare = 0.03;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Less sure than this (seen in several sizes, and in the mirror where doubtful), it may be windows of a skyline. */
const sureFace = 0.9;

/** Faces that matter and are sure, in pixels. */
function facesOf({ faces = [], widthPx, heightPx }: PhotoMeasures): Box[] {
  return mainFacesOf({ faces: faces.filter(({ score }) => score >= sureFace), widthPx, heightPx }).map(
    ({ left, top, width, height }) => ({
      left: left * widthPx,
      top: top * heightPx,
      right: (left + width) * widthPx,
      bottom: (top + height) * heightPx,
    }),
  );
}

/** How much of the face lies outside of what is kept, 0 to 1, and how near (mm) to its edge it comes. */
function faceAtEdge(face: Box, { kept, ppi }: Placed): { lost: number; distanceMm: number } {
  const [right, bottom] = [kept.leftPx + kept.widthPx, kept.topPx + kept.heightPx];
  const width = Math.min(face.right, right) - Math.max(face.left, kept.leftPx);
  const height = Math.min(face.bottom, bottom) - Math.max(face.top, kept.topPx);
  const area = (face.right - face.left) * (face.bottom - face.top);
  const distancePx = Math.min(
    face.left - kept.leftPx,
    face.top - kept.topPx,
    right - face.right,
    bottom - face.bottom,
  );
  return {
    lost: 1 - (Math.max(0, width) * Math.max(0, height)) / area,
    distanceMm: (distancePx / ppi) * 25.4,
  };
}

/** Faces that the crop or the trim cuts, else those that come too near to the edge. */
export function faceFindings(measures: PhotoMeasures, placed: Placed): Finding[] {
  const found = facesOf(measures).map((face) => faceAtEdge(face, placed));
  if (found.length === 0) return [];
  const lost = Math.max(...found.map((face) => face.lost));
  if (lost > slackShare) {
    return over({ name: 'face_cut', value: percent(lost), unit: '%' }, [
      [15, 'severe'],
      [3, 'warning'],
    ]);
  }
  if (placed.trimMm === 0) return [];
  const distanceMm = Math.max(0, Math.min(...found.map((face) => face.distanceMm)));
  return under({ name: 'face_near_edge', value: tenth(distanceMm), unit: 'mm' }, [
    [placed.safeMm - placed.trimMm, 'info'],
  ]);
}

/** What the named printer can't do, or does otherwise. */
export function printerFindings(measures: PhotoMeasures, paper: QualityPaper, goodPpi: number): Finding[] {
  const { printer } = paper;
  if (!printer) return [];
  if (!printer.takesSize) return under({ name: 'printer_size', value: 0, unit: 'sizes' }, [[1, 'fatal']]);
  if (paper.isBorderless && !printer.isBorderless) {
    const margins = printer.marginsMm ? Object.values(printer.marginsMm) : [1];
    const widest = Math.max(0.1, ...margins);
    return over({ name: 'printer_not_borderless', value: tenth(widest), unit: 'mm' }, [[0.1, 'fatal']]);
  }
  const widest = paper.isBorderless ? 0 : Math.max(0, ...Object.values(printer.marginsMm ?? {}));
  const dpi = printer.dpi ?? maxUseful;
  return [
    ...over({ name: 'printer_margins', value: tenth(widest), unit: 'mm' }, [[6, 'info']]),
    ...under({ name: 'printer_resolution', value: dpi, unit: 'dpi' }, [
      [goodPpi / 3, 'severe'],
      [goodPpi / 2, 'warning'],
    ]),
    ...(printer.isColour || measures.isMonochrome
      ? []
      : under({ name: 'printer_monochrome', value: 1, unit: 'inks' }, [[2, 'warning']])),
  ];
}

const maxUseful = 300;
