/**
 * Owns how a restoration's options and facts are named between cloud and agents, where JSON has its own way of writing
 * names. Pure; loads nothing.
 */
import type { RestoreOptions, RestorePhotoOptions } from './restore-options.ts';
import type { RestoredPhoto } from './restore-photo.ts';
import type { DamageRegion } from './restore-regions.ts';

type WireRegion = Omit<DamageRegion, 'isSure' | 'isOffered' | 'isRefused'> & {
  is_sure: boolean;
  is_offered: boolean;
  is_refused: boolean;
};

/** From the wire's options to this package's. */
export function fromWire({
  enlarge_factor: enlargeFactor,
  ...options
}: Omit<RestoreOptions, 'enlargeFactor'> & {
  enlarge_factor: RestoreOptions['enlargeFactor'];
}): RestoreOptions {
  return { ...options, enlargeFactor };
}

/** A mask that is given, with what its values stand for; nothing where none is. */
export function maskFromWire({
  maskPath,
  regions,
  refused,
  is_print_damaged: isPrintDamaged,
}: {
  maskPath: string | undefined;
  regions?: readonly WireRegion[] | undefined;
  refused?: readonly number[] | undefined;
  is_print_damaged?: boolean | undefined;
}): Pick<RestorePhotoOptions, 'maskPath' | 'regions' | 'refused' | 'isPrintDamaged'> {
  if (maskPath === undefined) return {};
  const own = regions?.map(
    ({ is_sure: isSure, is_offered: isOffered, is_refused: isRefused, ...region }) => ({
      ...region,
      isSure,
      isOffered,
      isRefused,
    }),
  );
  return { maskPath, regions: own, refused, isPrintDamaged };
}

const regionsToWire = (regions: readonly DamageRegion[]): WireRegion[] =>
  regions.map(({ isSure, isOffered, isRefused, ...region }) => ({
    ...region,
    is_sure: isSure,
    is_offered: isOffered,
    is_refused: isRefused,
  }));

/** What was found and done, as the wire tells it. */
export function toWire({ report }: Pick<RestoredPhoto, 'report'>, engine: string) {
  const { applied, damage, maskedShare, change, models = [], regions, frame } = report;
  const { leftShare, stainShare, isPrintDamaged, mayBeFaded } = report;
  const ran = models.filter(({ isApplied }) => isApplied);
  const failed = models.filter(({ isApplied }) => !isApplied);
  const coloured = ran.find(({ hasColoured }) => hasColoured);
  const nameOf = ({ name }: { name: string }) => name.slice(0, 100);
  return {
    models: ran.map(nameOf).slice(0, 20),
    ...(coloured && { coloured_by: nameOf(coloured) }),
    ...(failed.length > 0 && {
      passed_over: failed
        .map((model) => ({ name: nameOf(model), because: (model.because ?? '').slice(0, 200) }))
        .slice(0, 5),
    }),
    applied,
    noise_sigma: damage.noise,
    change,
    is_damaged: damage.isDamaged,
    is_faded: damage.fade,
    defect_share: damage.defectShare,
    masked_share: maskedShare,
    ...(leftShare !== undefined && { left_share: leftShare }),
    ...(stainShare !== undefined && { stain_share: stainShare }),
    ...(isPrintDamaged && { is_print_damaged: true }),
    ...(mayBeFaded && { may_be_faded: true }),
    regions: regionsToWire(regions),
    frame,
    engine,
  };
}
