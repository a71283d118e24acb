/** Findings on the file itself: colours, bits, transparency, orientation, pages, what is missing of it. Pure. */
import type { PhotoMeasures } from './measures-version.ts';
import { type Finding, over, under } from './quality-finding-rules.ts';

const percent = (share: number) => Math.round(share * 1000) / 10;

/** EXIF orientations (CIPA DC-008 tag 0x0112) that show the picture as in a mirror. */
const mirrored = new Set([2, 4, 5, 7]);

function colourFindings(measures: PhotoMeasures): Finding[] {
  const { colourSpace, hasProfile, isColourUntold, wideGamutShare } = measures;
  if (colourSpace === 'cmyk') {
    return hasProfile
      ? over({ name: 'cmyk', value: 4, unit: 'channels' }, [[4, 'info']])
      : over({ name: 'cmyk_without_profile', value: 4, unit: 'channels' }, [[4, 'warning']]);
  }
  return [
    ...(isColourUntold ? under({ name: 'profile_missing', value: 0, unit: 'profiles' }, [[1, 'info']]) : []),
    ...over({ name: 'wide_gamut', value: percent(wideGamutShare), unit: '%' }, [[2, 'info']]),
  ];
}

/** Proof first; a picture that only looks shifted may be meant so. */
function damageFindings({ damagedShare, shiftedShare }: PhotoMeasures): Finding[] {
  if (damagedShare > 0)
    return over({ name: 'damaged_data', value: Math.max(0.1, percent(damagedShare)), unit: '%' }, [
      [5, 'fatal'],
      [0, 'severe'],
    ]);
  return over({ name: 'shifted_colours', value: percent(shiftedShare), unit: '%' }, [
    [5, 'severe'],
    [0.1, 'warning'],
  ]);
}

/** All that the file says of itself, whatever size it is printed in. */
export function fileFindings(measures: PhotoMeasures): Finding[] {
  const { bitDepth, orientation, transparentShare, missingShare, frames, pages } = measures;
  return [
    ...over({ name: 'truncated', value: percent(missingShare), unit: '%' }, [[2, 'severe']]),
    ...damageFindings(measures),
    ...colourFindings(measures),
    // One bit is a drawing, and meant.
    ...(bitDepth > 1 ? under({ name: 'few_tones', value: bitDepth, unit: 'bits' }, [[6, 'warning']]) : []),
    ...over({ name: 'transparent', value: percent(transparentShare), unit: '%' }, [
      [99, 'severe'],
      [0.5, 'info'],
    ]),
    ...(mirrored.has(orientation)
      ? over({ name: 'mirrored', value: orientation, unit: 'EXIF orientation' }, [[2, 'info']])
      : []),
    ...over({ name: 'animated', value: frames, unit: 'pictures' }, [[2, 'warning']]),
    ...over({ name: 'more_pages', value: pages, unit: 'pages' }, [[2, 'warning']]),
  ];
}
