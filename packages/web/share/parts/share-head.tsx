/** The heading of a guest's page; also the words in the browser's tab. */
import { type ReactNode, useEffect } from 'react';
import classes from './share-parts.module.css';

/** `kicker`: a word above it. */
export function ShareHead({ title, hint, kicker }: { title: string; hint?: ReactNode; kicker?: string }) {
  useEffect(() => {
    document.title = `${title} · Platen`;
  }, [title]);
  return (
    <div className={classes.head}>
      {kicker !== undefined && <p className={classes.kicker}>{kicker}</p>}
      <h1>{title}</h1>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}
