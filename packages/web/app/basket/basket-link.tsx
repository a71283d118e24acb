/** The basket in the bar, with how much lies in it. Nothing while it is empty. */
import { Link } from '@tanstack/react-router';
import { BasketIcon } from '../../kit/icons.tsx';
import { useWords } from '../../kit/language.ts';
import { appWords } from '../app-words.ts';
import classes from './basket-link.module.css';
import { copiesIn } from './basket-rules.ts';
import { useBasket } from './basket-store.ts';

export function BasketLink() {
  const { inBasket } = useWords(appWords);
  const { basket } = useBasket();
  const copies = copiesIn(basket);
  if (copies === 0) return null;
  return (
    <Link to="/basket" className={classes.link!} aria-label={inBasket(copies)}>
      <BasketIcon size={22} />
      <span className={classes.count} aria-hidden="true">
        {copies}
      </span>
    </Link>
  );
}
