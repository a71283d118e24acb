/** /share/CODE: what a pre-order asks for, and how to send photos to it. */
import { useState } from 'react';
import { timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { useAnswer } from '../answers.ts';
import { askWho, useGuest } from '../guest.ts';
import { IdentityCard, IdentityLine } from '../parts/identity-card.tsx';
import { LoadingCard } from '../parts/loading-card.tsx';
import { NoSuchPage } from '../parts/no-such-page.tsx';
import { ShareHead } from '../parts/share-head.tsx';
import { RefusalNote, ShareNote } from '../parts/share-note.tsx';
import parts from '../parts/share-parts.module.css';
import type { SharePageProps } from '../share-page-props.ts';
import classes from './collection-page.module.css';
import { collectionWords } from './collection-words.ts';
import { MySubmissions } from './my-submissions.tsx';
import { type PreOrderShare, SubmissionForm } from './submission-form.tsx';

export function CollectionPage({ part: share_code }: SharePageProps) {
  const words = useWords(collectionWords);
  const guest = useGuest();
  const { account } = guest;
  const [sentCount, setSentCount] = useState(0);
  const share = useAnswer('GET /api/share/{share_code}', { share_code }, { looksAgain: true });
  const sent = useAnswer(
    'GET /api/share/{share_code}/my-submissions',
    { share_code, page_size: 50 },
    { isWanted: Boolean(account), looksAgain: (list) => (list?.items.length ?? 0) > 0 },
  );
  if (share.error?.status === 404) return <NoSuchPage />;
  if (!share.data) {
    return share.error ? <RefusalNote error={share.error} retry={share.readAgain} /> : <LoadingCard />;
  }
  const { title, owner_nickname, description, state } = share.data;
  const onSent = (count: number) => {
    setSentCount(count);
    share.readAgain();
    sent.readAgain();
    scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <>
      <ShareHead title={title} {...(owner_nickname !== '' && { hint: words.from(owner_nickname) })} />
      <div className={parts.stack}>
        {sentCount > 0 && (
          <ShareNote tone="good" role="status" title={words.done(sentCount)}>
            {words.doneHint}
          </ShareNote>
        )}
        {state !== 'open' && (
          <ShareNote tone={state === 'not_yet_open' ? 'plain' : 'warn'} title={words.states[state]}>
            {words.stateHints[state]}
          </ShareNote>
        )}
        {description !== '' && <p className={classes.description}>{description}</p>}
        <Facts share={share.data} />
        {state === 'open' && account === null && <IdentityCard />}
        {account === undefined && guest.error !== undefined && (
          <RefusalNote error={guest.error} retry={askWho} />
        )}
        {state === 'open' && account && (
          <SubmissionForm key={account.account_id} share={share.data} onSent={onSent} />
        )}
        {account && <MySubmissions sent={sent} />}
        {account && <IdentityLine account={account} />}
      </div>
    </>
  );
}

function Facts({ share }: { share: PreOrderShare }) {
  const { facts: words, fit } = useWords(collectionWords);
  const language = useLanguage();
  const { deadline, fixed_spec, printed_as, quota_total, quota_per_person, remaining, state } = share;
  const countWord = share.order_type === 'document' ? words.files : words.photos;
  const nameOf = (one: { name: string; name_zh: string }) => (language === 'zh' ? one.name_zh : one.name);
  const print =
    fixed_spec && printed_as
      ? [
          nameOf(printed_as.size),
          nameOf(printed_as.paper_type),
          ...(fixed_spec.fit ? [fit[fixed_spec.fit]] : []),
          words.copies(fixed_spec.quantity),
        ].join(' · ')
      : words.chosen;
  const room = [
    // Without a quota the only end is what one order can hold, which tells a guest nothing.
    ...(quota_total === null ? [] : [countWord(remaining)]),
    ...(quota_per_person === null ? [] : [words.each(quota_per_person)]),
  ];
  const rules = [
    ...(share.allow === 'phones' ? [words.listed] : []),
    ...(share.needs_password ? [words.password] : []),
  ];
  return (
    <section className={parts.card}>
      <dl className={parts.facts}>
        <dt>{words.until}</dt>
        <dd>
          {deadline === null ? (
            words.noEnd
          ) : (
            <>
              {timeText(deadline, language)}{' '}
              <span className={parts.dim}>
                {words.opening}
                <Age time={deadline} mayLieAhead />
                {words.closing}
              </span>
            </>
          )}
        </dd>
        <dt>{words.print}</dt>
        <dd>{print}</dd>
        {state === 'open' && room.length > 0 && (
          <>
            <dt>{words.room}</dt>
            <dd>{room.join(' · ')}</dd>
          </>
        )}
        {rules.length > 0 && (
          <>
            <dt>{words.rules}</dt>
            <dd>{rules.join(' · ')}</dd>
          </>
        )}
        <dt>{words.cost}</dt>
        <dd>{words.free}</dd>
      </dl>
    </section>
  );
}
