/** What this guest has sent to a pre-order, and what became of it; moves by itself while it is looked at. */
import { useState } from 'react';
import type { ApiOutput, ListItem } from '../../kit/api-types.ts';
import { timeText } from '../../kit/formats.ts';
import { PhotoIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ownPath } from '../../kit/own-path.ts';
import type { Answer } from '../answers.ts';
import { useGuestAct } from '../guest-act.ts';
import { ShareButton } from '../parts/share-button.tsx';
import { RefusalNote } from '../parts/share-note.tsx';
import parts from '../parts/share-parts.module.css';
import classes from './collection-page.module.css';
import { collectionWords } from './collection-words.ts';

type Submission = ListItem<'GET /api/share/{share_code}/my-submissions'>;

const tones = { pending: 'plain', approved: 'good', rejected: 'bad', cancelled: 'plain' } as const;
/** Of each: more would push what was sent before out of sight. */
const shownAtFirst = 8;

export function MySubmissions({
  sent,
}: {
  sent: Answer<ApiOutput<'GET /api/share/{share_code}/my-submissions'>>;
}) {
  const words = useWords(collectionWords);
  const items = sent.data?.items ?? [];
  if (items.length === 0)
    return sent.error && !sent.data ? <RefusalNote error={sent.error} retry={sent.readAgain} /> : null;
  return (
    <section className={parts.stack}>
      <h2>{words.mine}</h2>
      {items.map((each) => (
        <SubmissionCard key={each.submission_id} submission={each} onWithdrawn={sent.readAgain} />
      ))}
    </section>
  );
}

function SubmissionCard({ submission, onWithdrawn }: { submission: Submission; onWithdrawn(): void }) {
  const words = useWords(collectionWords);
  const language = useLanguage();
  const [isWhole, setWhole] = useState(false);
  const { status, photos, created_at, reject_reason } = submission;
  const shown = isWhole ? photos : photos.slice(0, shownAtFirst);
  return (
    <article className={`${parts.card} ${parts.stack}`}>
      <div className={`${parts.row} ${parts.spread}`}>
        <span className={`${parts.small} ${parts.dim}`}>
          <time dateTime={created_at}>{timeText(created_at, language)}</time> ·{' '}
          {words.facts.photos(photos.length)}
        </span>
        <span className={parts.badge} data-tone={tones[status]}>
          {words.status[status]}
        </span>
      </div>
      {status === 'rejected' && reject_reason !== '' && (
        <p className={classes.reason}>
          <span className={parts.dim}>{words.reason}: </span>
          {reject_reason}
        </p>
      )}
      <ul className={classes.thumbs}>
        {shown.map(({ photo_id, thumbnail_url, filename, quantity }) => (
          <li key={photo_id}>
            {thumbnail_url ? (
              <img src={ownPath(thumbnail_url)} alt={filename ?? ''} loading="lazy" />
            ) : (
              <span role="img" aria-label={words.deleted}>
                <PhotoIcon />
              </span>
            )}
            {quantity > 1 && <span className={classes.times}>×{quantity}</span>}
          </li>
        ))}
      </ul>
      {shown.length < photos.length && (
        <ShareButton kind="link" onClick={() => setWhole(true)}>
          {words.more} ({photos.length - shown.length})
        </ShareButton>
      )}
      {status === 'pending' && <Withdraw submission={submission} onWithdrawn={onWithdrawn} />}
    </article>
  );
}

/** For good, so it asks: in its own place, with what follows from it. */
function Withdraw({ submission, onWithdrawn }: { submission: Submission; onWithdrawn(): void }) {
  const words = useWords(collectionWords);
  const [isAsked, setAsked] = useState(false);
  const withdraw = useGuestAct('PUT /api/user/pre-orders/{pre_order_id}/submissions/{submission_id}/cancel');
  const { pre_order_id, submission_id } = submission;
  if (!isAsked) {
    return (
      <div>
        <ShareButton kind="link" onClick={() => setAsked(true)}>
          {words.withdraw}
        </ShareButton>
      </div>
    );
  }
  return (
    <div className={parts.stack}>
      <p role="alert">{words.withdrawAsk}</p>
      <RefusalNote error={withdraw.error} />
      <div className={parts.row}>
        <ShareButton
          kind="bad"
          isRunning={withdraw.isRunning}
          onClick={() =>
            void withdraw.run({ pre_order_id, submission_id }).then((done) => done && onWithdrawn())
          }
        >
          {words.withdrawYes}
        </ShareButton>
        <ShareButton kind="plain" disabled={withdraw.isRunning} onClick={() => setAsked(false)}>
          {words.keep}
        </ShareButton>
      </div>
    </div>
  );
}
