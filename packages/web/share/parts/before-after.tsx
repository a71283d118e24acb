/** A photo before and after in one frame, with a handle between: by finger, by mouse, by arrow keys. */
import { useState } from 'react';
import { BackIcon, ForwardIcon } from '../../kit/icons.tsx';
import classes from './before-after.module.css';

export interface BeforeAfterProps {
  before: string;
  after: string;
  words: { before: string; after: string; slider: string; photo: string };
}

export function BeforeAfter({ before, after, words }: BeforeAfterProps) {
  const [shown, setShown] = useState(50);
  return (
    <div className={classes.frame} style={{ '--shown': `${shown}%` } as React.CSSProperties}>
      <img src={after} alt={`${words.photo}, ${words.after}`} decoding="async" />
      <img
        src={before}
        alt={`${words.photo}, ${words.before}`}
        className={classes.before}
        decoding="async"
        draggable={false}
      />
      <input
        type="range"
        className={classes.range}
        aria-label={words.slider}
        aria-valuetext={`${shown} %`}
        min={0}
        max={100}
        value={shown}
        onChange={(event) => setShown(Number(event.currentTarget.value))}
      />
      <span className={classes.line}>
        <span className={classes.grip}>
          <BackIcon size={18} />
          <ForwardIcon size={18} />
        </span>
      </span>
      {shown > 15 && (
        <span className={classes.name} data-side="before" aria-hidden="true">
          {words.before}
        </span>
      )}
      {shown < 85 && (
        <span className={classes.name} data-side="after" aria-hidden="true">
          {words.after}
        </span>
      )}
    </div>
  );
}
