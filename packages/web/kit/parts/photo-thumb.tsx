/** A picture by its address, at a size that is known before it comes; where it can't be shown, that is said. */
import { useEffect, useState } from 'react';
import { PhotoIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';
import classes from './photo-thumb.module.css';
import { pictureDelayMs } from './picture-delay.ts';

export interface PhotoThumbProps {
  /** Undefined and null: there is none. */
  src: string | null | undefined;
  /** What is on it, or the file's name. */
  alt: string;
  /** Of each side; 96 unless told. */
  sizePx?: number;
  /** `cover` fills the square, `contain` shows all of it. */
  fit?: 'cover' | 'contain';
}

type State = 'shown' | 'asked' | 'never';

export function PhotoThumb(props: PhotoThumbProps) {
  // Another address is another picture: nothing that was found out about the one before holds for it.
  return <Thumb key={props.src} {...props} />;
}

function Thumb({ src, alt, sizePx = 96, fit = 'cover' }: PhotoThumbProps) {
  const words = useWords(kitWords);
  const [state, setState] = useState<State>('shown');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (state !== 'asked' || !src) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    void pictureDelayMs(src, { tries, signal: leaving.signal }).then((delayMs) => {
      if (leaving.signal.aborted) return;
      if (delayMs === undefined) return setState('never');
      timer = setTimeout(() => {
        setTries(tries + 1);
        setState('shown');
      }, delayMs);
    });
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [state, src, tries]);
  const style = { width: sizePx, height: sizePx };
  if (!src || state !== 'shown') {
    const isGone = !src || state === 'never';
    // What was only for the eye stays so.
    const said =
      alt === ''
        ? { 'aria-hidden': true }
        : { role: 'img', 'aria-label': isGone ? words.noPicture(alt) : alt };
    return (
      <span className={classes.missing} style={style} {...said}>
        <PhotoIcon size={Math.min(32, sizePx / 2)} />
      </span>
    );
  }
  return (
    <img
      className={classes.picture}
      style={{ ...style, objectFit: fit }}
      src={src}
      alt={alt}
      width={sizePx}
      height={sizePx}
      loading="lazy"
      decoding="async"
      onError={() => setState('asked')}
    />
  );
}
