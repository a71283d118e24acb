/** The page of a link behind which there is nothing. */
import { useEffect } from 'react';
import { SearchIcon } from '../../kit/icons.tsx';
import { kitWords } from '../../kit/kit-words.ts';
import { useWords } from '../../kit/language.ts';
import { shareWords } from '../share-words.ts';
import { ShareLink } from './share-button.tsx';
import classes from './share-parts.module.css';

export function NoSuchPage() {
  const { notFound } = useWords(kitWords);
  const words = useWords(shareWords);
  useEffect(() => {
    document.title = `${notFound} · Platen`;
  }, [notFound]);
  return (
    <div className={classes.gone}>
      <SearchIcon size={48} />
      <h1>{notFound}</h1>
      <p>{words.checkLink}</p>
      <ShareLink href="/track" kind="plain">
        {words.trackAnOrder}
      </ShareLink>
    </div>
  );
}
