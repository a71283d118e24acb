/** The two steps by which a guest says who they are: the number, then the code that comes. Who has no account gets one with the same code. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, api } from '../../kit/api.ts';
import { kitWords } from '../../kit/kit-words.ts';
import { type Language, useLanguage, useWords } from '../../kit/language.ts';
import { useNow } from '../../kit/live/now.ts';
import { changeGuest, type GuestAccount } from '../guest.ts';
import { useGuestAct } from '../guest-act.ts';
import { shareWords } from '../share-words.ts';
import { ShareButton } from './share-button.tsx';
import { ShareField } from './share-field.tsx';
import { RefusalNote } from './share-note.tsx';
import classes from './share-parts.module.css';

const codeDigits = 6;
const languageOf = (language: Language) => (language === 'zh' ? 'zh-CN' : 'en');

export function IdentityCard({ title }: { title?: string }) {
  const words = useWords(shareWords);
  const language = useLanguage();
  const [phone, setPhone] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const [resendAtMs, setResendAtMs] = useState(0);
  const send = useGuestAct('POST /api/auth/code');
  const ask = async () => {
    const typed = phone.trim();
    const sent = await send.run({ phone: typed, language: languageOf(language) });
    if (!sent) return;
    setResendAtMs(Date.now() + sent.resend_in_seconds * 1000);
    setSentTo(typed);
  };
  return (
    <section className={`${classes.card} ${classes.stack}`}>
      <h2>{title ?? words.who}</h2>
      {sentTo === undefined ? (
        <PhoneStep phone={phone} setPhone={setPhone} send={send} ask={() => void ask()} />
      ) : (
        <CodeStep
          phone={sentTo}
          resendAtMs={resendAtMs}
          isSending={send.isRunning}
          sendError={send.error}
          resend={() => void ask()}
          change={() => {
            send.forgetError();
            setSentTo(undefined);
          }}
        />
      )}
    </section>
  );
}

function PhoneStep({
  phone,
  setPhone,
  send,
  ask,
}: {
  phone: string;
  setPhone(phone: string): void;
  send: { isRunning: boolean; error: ApiError | undefined };
  ask(): void;
}) {
  const { login } = useWords(kitWords);
  const words = useWords(shareWords);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (phone.trim() !== '') ask();
  };
  return (
    <form onSubmit={submit} className={classes.stack}>
      <p className={classes.dim}>{words.whoHint}</p>
      <ShareField
        label={login.phone}
        hint={login.phoneHint}
        type="tel"
        name="phone"
        autoComplete="tel"
        inputMode="tel"
        required
        maxLength={40}
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      <RefusalNote error={send.error} />
      <ShareButton type="submit" isWide isRunning={send.isRunning}>
        {login.send}
      </ShareButton>
    </form>
  );
}

interface CodeStepProps {
  phone: string;
  resendAtMs: number;
  isSending: boolean;
  sendError: ApiError | undefined;
  resend(): void;
  change(): void;
}

function CodeStep({ phone, resendAtMs, isSending, sendError, resend, change }: CodeStepProps) {
  const { login } = useWords(kitWords);
  const language = useLanguage();
  const [code, setCode] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError>();
  const field = useRef<HTMLInputElement>(null);
  const waitSeconds = Math.max(0, Math.ceil((resendAtMs - useNow()) / 1000));
  useEffect(() => field.current?.focus(), []);
  const enter = async (digits: string) => {
    if (isRunning) return;
    setRunning(true);
    setError(undefined);
    try {
      changeGuest(await openAccount({ phone, code: digits, language: languageOf(language) }));
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
      setCode('');
      field.current?.focus();
      setRunning(false);
    }
  };
  const type = (typed: string) => {
    const digits = typed.replaceAll(/\D/g, '').slice(0, codeDigits);
    setCode(digits);
    // Six digits are all that there is to say.
    if (digits.length === codeDigits && digits !== code) void enter(digits);
  };
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === codeDigits) void enter(code);
      }}
    >
      <p role="status" className={classes.dim}>
        {login.sent(phone)}
      </p>
      <ShareField
        inputRef={field}
        label={login.code}
        name="code"
        look="digits"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <RefusalNote error={error} title={error?.code === 'unauthenticated' ? login.wrongCode : undefined} />
      <RefusalNote error={sendError} />
      <ShareButton type="submit" isWide isRunning={isRunning} disabled={code.length < codeDigits}>
        {login.enter}
      </ShareButton>
      <div className={`${classes.row} ${classes.spread}`}>
        <ShareButton kind="link" disabled={waitSeconds > 0} isRunning={isSending} onClick={resend}>
          {waitSeconds > 0 ? login.againIn(waitSeconds) : login.again}
        </ShareButton>
        <ShareButton kind="link" onClick={change}>
          {login.change}
        </ShareButton>
      </div>
    </form>
  );
}

async function openAccount({
  phone,
  code,
  language,
}: {
  phone: string;
  code: string;
  language: 'zh-CN' | 'en';
}): Promise<GuestAccount> {
  try {
    return (await api('POST /api/auth/login', { phone, code })).account;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    return (await api('POST /api/auth/register', { phone, code, language })).account;
  }
}

/** Who it is, and the way out for somebody else at the same phone. */
export function IdentityLine({ account }: { account: GuestAccount }) {
  const words = useWords(shareWords);
  const leave = useGuestAct('POST /api/auth/logout');
  return (
    <p className={`${classes.small} ${classes.dim}`}>
      {words.youAre(account.phone)}{' '}
      <ShareButton
        kind="link"
        isRunning={leave.isRunning}
        onClick={() => void leave.run({}).then((left) => left && changeGuest(null))}
      >
        {words.another}
      </ShareButton>
    </p>
  );
}
