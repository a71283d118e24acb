/** A picture by its address, at a size that is known before it comes; where it can't be shown, that is said. */
import { useState } from 'react';
import { colon } from '../formats.ts';
import { PhotoIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { useLanguage, useWords } from '../language.ts';
import classes from './photo-thumb.module.css';

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

export function PhotoThumb({ src, alt, sizePx = 96, fit = 'cover' }: PhotoThumbProps) {
  const words = useWords(kitWords);
  const language = useLanguage();
  const [broken, setBroken] = useState<string>();
  const style = { width: sizePx, height: sizePx };
  if (!src || src === broken) {
    return (
      <span
        className={classes.missing}
        style={style}
        role="img"
        aria-label={alt + colon(language) + words.noPicture}
      >
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
      onError={() => setBroken(src)}
    />
  );
}
