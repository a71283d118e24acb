/**
 * Owns how a restoration's options and facts are named between cloud and agents, where JSON has its own way of writing
 * names. Pure; loads nothing.
 */
import type { RestoreOptions } from './restore-options.ts';
import type { RestoredPhoto } from './restore-photo.ts';

/** From the wire's options to this package's. */
export function fromWire({
  enlarge_factor: enlargeFactor,
  ...options
}: Omit<RestoreOptions, 'enlargeFactor'> & {
  enlarge_factor: RestoreOptions['enlargeFactor'];
}): RestoreOptions {
  return { ...options, enlargeFactor };
}

/** What was found and done, as the wire tells it. */
export function toWire({ report }: Pick<RestoredPhoto, 'report'>, engine: string) {
  const { applied, damage, maskedShare, change, models = [] } = report;
  const ran = models.filter(({ isApplied }) => isApplied).map(({ name }) => name.slice(0, 100));
  return {
    models: ran.slice(0, 20),
    applied,
    noise_sigma: damage.noise,
    change,
    is_damaged: damage.isDamaged,
    is_faded: damage.fade,
    defect_share: damage.defectShare,
    masked_share: maskedShare,
    engine,
  };
}
