/** /track and /track/NUMBER: how far an order is, by its number alone. Moves by itself while it is looked at. */
import { type FormEvent, useState } from 'react';
import { timeText } from '../../kit/formats.ts';
import { CheckIcon, CloseIcon, SearchIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { useNow } from '../../kit/live/now.ts';
import { orderWords } from '../../kit/order-words.ts';
import { Age } from '../../kit/parts/age.tsx';
import { useAnswer } from '../answers.ts';
import { LoadingCard } from '../parts/loading-card.tsx';
import { ShareButton, ShareLink } from '../parts/share-button.tsx';
import { ShareField } from '../parts/share-field.tsx';
import { ShareHead } from '../parts/share-head.tsx';
import { RefusalNote, ShareNote } from '../parts/share-note.tsx';
import parts from '../parts/share-parts.module.css';
import type { SharePageProps } from '../share-page-props.ts';
import { exampleOrderNo, readTyped } from './track-number-rules.ts';
import classes from './track-page.module.css';
import { stepsOf, type Tracking } from './track-steps-rules.ts';
import { trackWords } from './track-words.ts';

const wholeLetters = 13;
/** While an order is being printed its shop is heard every few seconds. */
const silentAfterMs = 10 * 60_000;

export function TrackPage({ part }: SharePageProps) {
  const { orderNo } = readTyped(part);
  return orderNo === undefined ? <NumberForm given={part} /> : <Tracked orderNo={orderNo} />;
}

function NumberForm({ given }: { given: string }) {
  const words = useWords(trackWords);
  const [typed, setTyped] = useState(given);
  const [isPressed, setPressed] = useState(given !== '');
  const { shown, orderNo, problem, isCorrected } = readTyped(typed);
  const missing = wholeLetters - shown.replaceAll('-', '').length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (orderNo !== undefined) location.assign(`/track/${orderNo}`);
  };
  const sentence = problem
    ? problem.kind === 'letter'
      ? words.problems.letter(problem.letter)
      : words.problems[problem.kind]
    : isPressed && missing > 0 && shown !== ''
      ? words.problems.short(missing)
      : undefined;
  return (
    <form onSubmit={submit}>
      <ShareHead title={words.title} hint={words.hint} />
      <div className={`${parts.card} ${parts.stack}`}>
        <ShareField
          label={words.number}
          hint={isCorrected ? words.corrected : words.check}
          problem={sentence}
          look="code"
          name="order_no"
          placeholder={exampleOrderNo}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          // A scanner brings the whole address of this page.
          maxLength={300}
          // It is the only field, and a scanner types into what has the focus.
          autoFocus
          value={shown}
          onChange={(event) => {
            setPressed(false);
            setTyped(event.currentTarget.value);
          }}
        />
        <ShareButton type="submit" isWide>
          <SearchIcon size={20} />
          {words.look}
        </ShareButton>
      </div>
    </form>
  );
}

const isOver = ({ status }: Tracking): boolean => status === 'completed' || status === 'cancelled';

function Tracked({ orderNo }: { orderNo: string }) {
  const words = useWords(trackWords);
  const input = { order_no: orderNo };
  const { data, error, answeredAtMs, readAgain } = useAnswer('GET /api/orders/track/{order_no}', input, {
    looksAgain: (tracking) => tracking === undefined || !isOver(tracking),
  });
  if (error?.status === 404) return <NoSuchOrder orderNo={orderNo} />;
  if (!data && !error) return <LoadingCard />;
  return (
    <>
      <ShareHead kicker={words.order} title={data?.order_no ?? orderNo} />
      <div className={parts.stack}>
        {error && data && <ShareNote tone="warn" role="status" title={words.cantLook} />}
        {error && !data && <RefusalNote error={error} retry={readAgain} />}
        {data && <State tracking={data} lookedAtMs={answeredAtMs} />}
        {data && <Steps tracking={data} />}
        <ShareLink kind="link" href="/track">
          {words.another}
        </ShareLink>
      </div>
    </>
  );
}

function NoSuchOrder({ orderNo }: { orderNo: string }) {
  const words = useWords(trackWords);
  return (
    <>
      <ShareHead title={words.unknown} hint={words.unknownHint} />
      <div className={`${parts.card} ${parts.stack}`}>
        <p className={parts.code}>{orderNo}</p>
        <ShareLink href="/track">{words.another}</ShareLink>
      </div>
    </>
  );
}

function State({ tracking, lookedAtMs }: { tracking: Tracking; lookedAtMs: number }) {
  const words = useWords(trackWords);
  const { status } = useWords(orderWords);
  const language = useLanguage();
  const now = useNow();
  const { copies, copies_printed, heard_at, printing_from } = tracking;
  const isPrinting = tracking.status === 'printing';
  const isSilent = isPrinting && heard_at !== null && now - Date.parse(heard_at) > silentAfterMs;
  return (
    <section className={`${parts.card} ${parts.stack}`} data-stale={isSilent || undefined}>
      <p className={`${classes.status} ${isSilent ? classes.stale : ''}`} role="status">
        {status[tracking.status]}
      </p>
      {printing_from !== null && <p>{words.printingFrom(timeText(printing_from, language))}</p>}
      {copies > 0 && (
        <div className={parts.field}>
          <p className="platen-numbers">{words.copies(copies_printed, copies)}</p>
          <div
            className={parts.bar}
            role="progressbar"
            aria-label={words.copies(copies_printed, copies)}
            aria-valuemin={0}
            aria-valuemax={copies}
            aria-valuenow={copies_printed}
          >
            <span style={{ width: `${(100 * copies_printed) / copies}%` }} />
          </div>
        </div>
      )}
      {isSilent && <ShareNote tone="warn" title={words.silent} />}
      <dl className={`${classes.times} ${parts.small}`}>
        <dt>{words.changed}</dt>
        <dd>
          <Age time={tracking.as_of} />
        </dd>
        {!isOver(tracking) && (
          <>
            <dt>{words.heard}</dt>
            <dd>{heard_at === null ? words.notHeard : <Age time={heard_at} />}</dd>
          </>
        )}
        <dt>{words.looked}</dt>
        <dd>
          <Age time={new Date(lookedAtMs).toISOString()} />
        </dd>
      </dl>
    </section>
  );
}

function Steps({ tracking }: { tracking: Tracking }) {
  const words = useWords(trackWords);
  const { status } = useWords(orderWords);
  const language = useLanguage();
  const marks = { done: words.doneMark, now: words.nowMark, ahead: words.aheadMark };
  return (
    <section className={parts.card}>
      <h2 className={parts.hidden}>{words.steps}</h2>
      <ol className={classes.steps}>
        {stepsOf(tracking).map(({ name, state, at }) => (
          <li
            key={name}
            className={classes.step}
            data-state={state}
            data-name={name}
            {...(state === 'now' && { 'aria-current': 'step' as const })}
          >
            <span className={classes.dot}>
              {state === 'done' && (name === 'cancelled' ? <CloseIcon size={14} /> : <CheckIcon size={14} />)}
            </span>
            <span>
              {name === 'pending_payment' && state === 'done' ? words.ordered : status[name]}{' '}
              <span className={parts.hidden}>({marks[state]})</span>
            </span>
            {at !== undefined && (
              <time className={`${classes.at} platen-numbers`} dateTime={at}>
                {timeText(at, language)}
              </time>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
