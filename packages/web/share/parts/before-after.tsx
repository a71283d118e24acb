/**
 * A photo before and after in one frame, with a handle between: by finger, by mouse, by arrow keys. Owns that the photo as it is now comes
 * first and alone: on a slow line two pictures at a time would both be late.
 */
import { sharedPictureSources } from '@platen/contracts/shared-picture';
import { useEffect, useRef, useState } from 'react';
import { listText } from '../../kit/formats.ts';
import { BackIcon, ForwardIcon } from '../../kit/icons.tsx';
import { useLanguage } from '../../kit/language.ts';
import classes from './before-after.module.css';

export interface BeforeAfterProps {
  /** Paths in a share. */
  before: string;
  after: string;
  words: { before: string; after: string; slider: string; photo: string };
}

export function BeforeAfter({ before, after, words }: BeforeAfterProps) {
  const language = useLanguage();
  const [shown, setShown] = useState(50);
  const [isAfterThere, setAfterThere] = useState(false);
  const [isBeforeThere, setBeforeThere] = useState(false);
  // One that came before this was drawn has told nobody.
  const first = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (first.current?.complete) setAfterThere(true);
  }, []);
  return (
    <div className={classes.frame} style={{ '--shown': `${shown}%` } as React.CSSProperties}>
      <img
        ref={first}
        {...sharedPictureSources(after)}
        alt={listText([words.photo, words.after], language)}
        fetchPriority="high"
        onLoad={() => setAfterThere(true)}
        onError={() => setAfterThere(true)}
      />
      {isAfterThere && (
        <img
          {...sharedPictureSources(before)}
          alt={listText([words.photo, words.before], language)}
          className={classes.before}
          decoding="async"
          draggable={false}
          onLoad={() => setBeforeThere(true)}
          onError={() => setBeforeThere(true)}
        />
      )}
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
      {isBeforeThere && shown > 15 && (
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
