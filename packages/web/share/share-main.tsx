/** What a guest opens begins here: a link that somebody was given, a number to look up. Nothing of the customer's app is in it. */
import { startEntry } from '../kit/entry.tsx';
import { ShareFrame } from './share-frame.tsx';
import { SharePages } from './share-routes.tsx';

startEntry(
  <ShareFrame>
    <SharePages />
  </ShareFrame>,
);
