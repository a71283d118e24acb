/** Says that the connection is gone, for as long as it is. */
import { useSyncExternalStore } from 'react';
import { OfflineIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';
import classes from './offline-bar.module.css';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function OfflineBar() {
  const words = useWords(kitWords);
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" aria-live="polite">
      {!isOnline && (
        <div className={classes.bar}>
          <OfflineIcon size={18} />
          {words.offline}
        </div>
      )}
    </div>
  );
}
