/**
 * Two pictures of the same framing on top of each other, and a line between them that is moved by mouse, by thumb or by the arrow keys.
 * It is a range input, so that keys and screen readers work as everywhere.
 */
import { useState } from 'react';
import { BackIcon, ForwardIcon } from '../../kit/icons.tsx';
import classes from './compare-slider.module.css';

export interface CompareSliderProps {
  before: { src: string; label: string };
  after: { src: string; label: string };
  /** What the slider does, for who can't see it. */
  label: string;
}

export function CompareSlider({ before, after, label }: CompareSliderProps) {
  const [percent, setPercent] = useState(50);
  return (
    <div className={classes.frame}>
      <img src={before.src} alt={before.label} draggable={false} />
      <div className={classes.after} style={{ clipPath: `inset(0 0 0 ${percent}%)` }}>
        <img src={after.src} alt={after.label} draggable={false} />
      </div>
      <span className={classes.tag} data-side="before" aria-hidden="true" hidden={percent < 12}>
        {before.label}
      </span>
      <span className={classes.tag} data-side="after" aria-hidden="true" hidden={percent > 88}>
        {after.label}
      </span>
      <div className={classes.line} style={{ left: `${percent}%` }} aria-hidden="true">
        <span className={classes.knob}>
          <BackIcon size={12} />
          <ForwardIcon size={12} />
        </span>
      </div>
      <input
        className={classes.range}
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        aria-label={label}
        aria-valuetext={`${before.label} ${percent} %`}
        onChange={(event) => setPercent(Number(event.currentTarget.value))}
      />
    </div>
  );
}
