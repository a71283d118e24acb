/** Says that the service is not heard any more while its pages are open, and since when. */
import { OfflineIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { useLanguage, useWords } from '../language.ts';
import { useLiveLink } from '../live/live-hooks.tsx';
import { Age } from './age.tsx';
import classes from './offline-bar.module.css';

export function LiveBar({ topic }: { topic: string }) {
  const words = useWords(kitWords);
  const language = useLanguage();
  const { link, heardAtMs } = useLiveLink(topic);
  return (
    <div role="status" aria-live="polite">
      {link === 'away' && (
        <div className={classes.bar}>
          <OfflineIcon size={18} />
          <span>
            {words.away}
            {heardAtMs !== undefined && (
              <>
                {language === 'zh' ? '' : ' '}
                {words.lastHeard} <Age time={new Date(heardAtMs).toISOString()} />
              </>
            )}
          </span>
        </div>
      )}
    </div>
  );
}
