/** What stands where a guest's page is still on its way: the lines that the page itself had before any script ran, so that nothing jumps. */
import { kitWords } from '../../kit/kit-words.ts';
import { useWords } from '../../kit/language.ts';
import classes from './share-parts.module.css';

/** What the server wrote into the page, for until the page's own is known. */
const firstHeading = document.querySelector('.shell-title')?.textContent ?? '';
const firstSaid = document.querySelector('.shell-said')?.textContent ?? '';

export function LoadingCard() {
  const { loading } = useWords(kitWords);
  return (
    <div aria-busy="true">
      <h1 className="shell-title">{firstHeading}</h1>
      <p className="shell-said">{firstSaid}</p>
      <div className="shell-card">
        <p role="status" className={classes.dim}>
          {loading}
        </p>
        <div className="shell-lines">
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  );
}
