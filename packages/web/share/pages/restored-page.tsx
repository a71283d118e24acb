/** /restored/CODE: restored photos that somebody shares, before and after, and how to take a copy of them. */
import { sharedPictureSources } from '@platen/contracts/shared-picture';
import { type FormEvent, useState } from 'react';
import type { ApiOutput } from '../../kit/api-types.ts';
import { listText, timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ownPath } from '../../kit/own-path.ts';
import { useAnswer } from '../answers.ts';
import { useGuest } from '../guest.ts';
import { useGuestAct } from '../guest-act.ts';
import { BeforeAfter } from '../parts/before-after.tsx';
import { IdentityCard, IdentityLine } from '../parts/identity-card.tsx';
import { LoadingCard } from '../parts/loading-card.tsx';
import { NoSuchPage } from '../parts/no-such-page.tsx';
import { ShareButton, ShareLink } from '../parts/share-button.tsx';
import { ShareField } from '../parts/share-field.tsx';
import { ShareHead } from '../parts/share-head.tsx';
import { RefusalNote, ShareNote } from '../parts/share-note.tsx';
import parts from '../parts/share-parts.module.css';
import type { SharePageProps } from '../share-page-props.ts';
import classes from './restored-page.module.css';
import { restoredWords } from './restored-words.ts';

type Info = ApiOutput<'GET /api/restore-shares/{code}'>;
type Claimed = ApiOutput<'GET /api/restore-shares/{code}/claimed'>;

export function RestoredPage({ part: code }: SharePageProps) {
  const words = useWords(restoredWords);
  const language = useLanguage();
  const { account } = useGuest();
  const info = useAnswer('GET /api/restore-shares/{code}', { code });
  const before = useAnswer(
    'GET /api/restore-shares/{code}/claimed',
    { code },
    { isWanted: Boolean(account) },
  );
  const [now, setNow] = useState<Claimed>();
  if (info.error?.status === 404) return <NoSuchPage />;
  if (!info.data) {
    return info.error ? <RefusalNote error={info.error} retry={info.readAgain} /> : <LoadingCard />;
  }
  // Who has changed the number at this phone sees what is theirs, not what was claimed before.
  const claimed = account ? (now ?? before.data) : undefined;
  const { status, photos, expires_at, claims_left, message } = info.data;
  const facts = [
    words.count(photos),
    words.until(timeText(expires_at, language, 'date')),
    ...(claims_left > 1 ? [words.left(claims_left)] : []),
  ];
  const said = claimed?.message || message;
  return (
    <>
      <ShareHead title={words.title} {...(status === 'active' && !claimed && { hint: facts.join(' · ') })} />
      <div className={parts.stack}>
        {said !== '' && <p className={classes.message}>{said}</p>}
        {claimed ? (
          <Copies claimed={claimed} />
        ) : status === 'active' ? (
          <Open code={code} info={info.data} onClaimed={setNow} />
        ) : (
          <Ended status={status} isAsked={before.error?.status === 404} />
        )}
        {before.error && before.error.status !== 404 && (
          <RefusalNote error={before.error} title={words.cantRead} retry={before.readAgain} />
        )}
        {account && <IdentityLine account={account} />}
      </div>
    </>
  );
}

function Open({ code, info, onClaimed }: { code: string; info: Info; onClaimed(claimed: Claimed): void }) {
  const words = useWords(restoredWords);
  const { account } = useGuest();
  return (
    <>
      {info.needs_passcode ? (
        <ShareNote title={words.hidden}>{words.hiddenHint}</ShareNote>
      ) : (
        info.preview_urls.map((after, at) => (
          <Pair key={after} after={after} before={info.before_urls[at]} position={at + 1} />
        ))
      )}
      {account ? (
        <ClaimForm code={code} needsPasscode={info.needs_passcode} onClaimed={onClaimed} />
      ) : (
        <>
          <p className={parts.dim}>{words.free}</p>
          <IdentityCard title={words.take} />
        </>
      )}
    </>
  );
}

function Pair({
  after,
  before,
  position,
}: {
  after: string;
  before: string | null | undefined;
  position: number;
}) {
  const words = useWords(restoredWords);
  const language = useLanguage();
  const photo = words.photo(position);
  if (!before)
    return (
      <img
        className={classes.single}
        {...sharedPictureSources(ownPath(after))}
        alt={listText([photo, words.after], language)}
      />
    );
  return (
    <BeforeAfter
      before={ownPath(before)}
      after={ownPath(after)}
      words={{ before: words.before, after: words.after, slider: words.slider(position), photo }}
    />
  );
}

function ClaimForm({
  code,
  needsPasscode,
  onClaimed,
}: {
  code: string;
  needsPasscode: boolean;
  onClaimed(claimed: Claimed): void;
}) {
  const words = useWords(restoredWords);
  const [passcode, setPasscode] = useState('');
  const claim = useGuestAct('POST /api/restore-shares/claim');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const claimed = await claim.run({ code, ...(needsPasscode && { passcode }) });
    if (claimed) onClaimed(claimed);
    else setPasscode('');
  };
  return (
    <form className={`${parts.card} ${parts.stack}`} onSubmit={(event) => void submit(event)}>
      <h2>{words.take}</h2>
      <p className={parts.dim}>{words.free}</p>
      {needsPasscode && (
        <ShareField
          label={words.passcode}
          name="passcode"
          look="digits"
          inputMode="numeric"
          autoComplete="off"
          required
          maxLength={20}
          value={passcode}
          onChange={(event) => setPasscode(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))}
        />
      )}
      <RefusalNote error={claim.error} />
      <ShareButton type="submit" isWide isRunning={claim.isRunning}>
        {words.claim}
      </ShareButton>
    </form>
  );
}

function Copies({ claimed }: { claimed: Claimed }) {
  const words = useWords(restoredWords);
  return (
    <>
      <ShareNote tone="good" role="status" title={words.yours}>
        {claimed.photos.length === 0 ? words.saved : words.yoursHint}
      </ShareNote>
      <div className={classes.copies}>
        {claimed.photos.map(({ photo_id, thumbnail_url, download_url, filename }, at) => (
          <figure key={photo_id} className={classes.copy}>
            <img src={ownPath(thumbnail_url)} alt={filename || words.photo(at + 1)} loading="lazy" />
            <figcaption>
              <ShareLink href={ownPath(download_url)} download={filename || true}>
                {words.download}
              </ShareLink>
              <ShareLink kind="plain" href={`/photos/${photo_id}`}>
                {words.print}
              </ShareLink>
            </figcaption>
          </figure>
        ))}
      </div>
      <ShareLink kind="link" href="/">
        {words.all}
      </ShareLink>
    </>
  );
}

function Ended({ status, isAsked }: { status: Exclude<Info['status'], 'active'>; isAsked: boolean }) {
  const words = useWords(restoredWords);
  const { account } = useGuest();
  return (
    <>
      <ShareNote tone="warn" title={words.states[status]}>
        {words.stateHints[status]}
      </ShareNote>
      {isAsked && account && <p className={parts.dim}>{words.notTaken}</p>}
      {account === null && (
        <>
          <p className={parts.dim}>{words.againHint}</p>
          <IdentityCard title={words.again} />
        </>
      )}
    </>
  );
}
