/** A printer's condition: a shape and a word, never a colour alone. */
import type { FloorCondition } from '@platen/contracts/floor/shop-floor';
import { useWords } from '../../kit/language.ts';
import { floorWords } from '../words/floor-words.ts';
import classes from './condition-mark.module.css';

const tones: Record<FloorCondition, 'good' | 'busy' | 'bad' | 'quiet'> = {
  'never-seen': 'quiet',
  'agent-away': 'quiet',
  off: 'quiet',
  silent: 'bad',
  stopped: 'bad',
  'set-aside': 'bad',
  paused: 'quiet',
  printing: 'busy',
  ready: 'good',
};

export function ConditionMark({ condition }: { condition: FloorCondition }) {
  const { conditions } = useWords(floorWords);
  return (
    <span className={classes.mark} data-tone={tones[condition]}>
      {conditions[condition]}
    </span>
  );
}
