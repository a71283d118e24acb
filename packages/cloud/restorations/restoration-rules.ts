/** Who works on a restoration, for how long nobody asks again, and what can be asked of one. Pure. */
import type { RestoreOptions, RestoreStepName } from '@platen/contracts/restore-task';
import type { RestorationTable } from './restoration-tables.ts';

/** Whoever works on it says so at least this often, or it is given to another. */
export const leaseMs = 60_000;
/** An agent that was given one has so long to begin; a marked agent that is away has so long to come. */
const agentPatienceMs = 10_000;
/** A photo on which so many began and none ended is at fault itself. */
export const maxAttempts = 3;
/** An agent is given no second one before the first has ended: what waits, waits here, where turns are fair. */
export const maxWithAnAgent = 1;
/** Restorations of one account that wait or run. */
export const maxOpenPerAccount = 20;
/** Of everybody. */
export const maxOpen = 2000;

/**
 * True when the cloud itself is to take a waiting restoration: no agent is marked for image work, or none came or began
 * in time.
 */
export function isCloudsTurn(
  restoration: Pick<RestorationTable, 'updated_at'>,
  { markedAgents, now }: { markedAgents: number; now: number },
): boolean {
  return markedAgents === 0 || restoration.updated_at <= now - agentPatienceMs;
}

/** Which steps run when nothing is said about them: those that repair; the others change what the picture shows. */
const defaultSteps: RestoreOptions['steps'] = {
  deskew: false,
  border: false,
  descreen: false,
  defects: true,
  denoise: true,
  deblock: true,
  fade: true,
  cast: true,
  contrast: true,
  enlarge: false,
};

/** What a customer asks, with everything that may be left out. */
export interface AskedOptions {
  strength: number;
  mode: 'auto' | 'force';
  colour: RestoreOptions['colour'];
  steps: Partial<Record<RestoreStepName, boolean | undefined>>;
  enlarge_factor?: 2 | 3 | 4 | undefined;
}

/** What is asked with what was left out, always written alike: two that ask the same are the same text. */
export function completeOptions({
  strength,
  mode,
  colour,
  steps,
  enlarge_factor,
}: AskedOptions): RestoreOptions {
  const enlarge = steps.enlarge ?? enlarge_factor !== undefined;
  const full = Object.entries(defaultSteps).map(([name, byDefault]) => [
    name,
    name === 'enlarge' ? enlarge : (steps[name as RestoreStepName] ?? byDefault),
  ]);
  return {
    strength,
    mode,
    colour,
    steps: Object.fromEntries(full) as RestoreOptions['steps'],
    enlarge_factor: enlarge ? (enlarge_factor ?? 2) : 2,
  };
}

/** Why these can't be honoured together, naming the field; undefined when they can. */
export function refuseOptions(asked: AskedOptions, { hasMask }: { hasMask: boolean }): string | undefined {
  const { steps, enlarge_factor } = asked;
  if (enlarge_factor !== undefined && steps.enlarge === false) {
    return `enlarge_factor: is ${enlarge_factor}, but steps.enlarge is false; leave out one of them.`;
  }
  if (hasMask && steps.defects === false) {
    return 'mask: says where defects are, but steps.defects is false; leave out one of them.';
  }
  const full = completeOptions(asked);
  if (full.colour === 'keep' && Object.values(full.steps).every((isOn) => !isOn)) {
    return 'steps: every step is off and colour is keep, so nothing would be done; switch a step on.';
  }
  return undefined;
}
