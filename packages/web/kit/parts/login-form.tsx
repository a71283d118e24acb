/**
 * Logging in and registering, which are one thing here: a number, the code that comes, done. Owns these two steps; who has no account yet
 * gets one with the same code.
 */
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, api } from '../api.ts';
import { useAct } from '../api-hooks.ts';
import { kitWords } from '../kit-words.ts';
import { localeOf, useLanguage, useWords } from '../language.ts';
import { useAccountChange } from '../session.ts';
import { ErrorNote } from './error-note.tsx';
import { showToast } from './undo-toast.tsx';

export interface LoginFormProps {
  /** What happens afterwards; the session is known everywhere by then. */
  onDone?: () => void;
}

export function LoginForm({ onDone }: LoginFormProps) {
  const [phone, setPhone] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const [resendAt, setResendAt] = useState(0);
  const language = useLanguage();
  const send = useAct('POST /api/auth/code', {
    onDone({ resend_in_seconds }, input) {
      setSentTo(input.phone);
      setResendAt(Date.now() + resend_in_seconds * 1000);
    },
    onRefused({ code, retryAfterSeconds }) {
      if (code === 'rate_limited' && retryAfterSeconds) setResendAt(Date.now() + retryAfterSeconds * 1000);
    },
  });
  const ask = () => send.run({ phone: phone.trim(), language: language === 'zh' ? 'zh-CN' : 'en' });
  if (sentTo === undefined) {
    return (
      <PhoneStep
        phone={phone}
        setPhone={setPhone}
        send={ask}
        isSending={send.isRunning}
        error={send.error}
        resendAt={resendAt}
      />
    );
  }
  return (
    <CodeStep
      key={sentTo}
      phone={sentTo}
      resendAt={resendAt}
      resend={ask}
      resendError={send.error}
      onDone={onDone}
      change={() => {
        send.reset();
        setSentTo(undefined);
      }}
    />
  );
}

interface PhoneStepProps {
  phone: string;
  setPhone(phone: string): void;
  send(): void;
  isSending: boolean;
  error: unknown;
  resendAt: number;
}

function PhoneStep({ phone, setPhone, send, isSending, error, resendAt }: PhoneStepProps) {
  const { login } = useWords(kitWords);
  const wait = useSecondsUntil(resendAt);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (phone.trim() !== '' && wait === 0) send();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text c="dimmed">{login.why}</Text>
        <TextInput
          label={login.phone}
          description={login.phoneHint}
          type="tel"
          name="phone"
          autoComplete="tel"
          inputMode="tel"
          size="md"
          required
          withAsterisk={false}
          maxLength={40}
          value={phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
        <ErrorNote error={error} />
        <Button type="submit" size="md" loading={isSending} disabled={wait > 0}>
          {wait > 0 ? login.againIn(wait) : login.send}
        </Button>
      </Stack>
    </form>
  );
}

interface CodeStepProps {
  phone: string;
  resendAt: number;
  resend(): void;
  resendError: unknown;
  change(): void;
  onDone: (() => void) | undefined;
}

function CodeStep({ phone, resendAt, resend, resendError, change, onDone }: CodeStepProps) {
  const { login } = useWords(kitWords);
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const wait = useSecondsUntil(resendAt);
  const { enter, isRunning, error } = useEntering({ phone, onDone });
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (error === undefined) return;
    setCode('');
    field.current?.focus();
  }, [error]);
  const type = (typed: string) => {
    const digits = typed.replaceAll(/\D/g, '').slice(0, 6);
    setCode(digits);
    // Six digits are all that there is to say.
    if (digits.length === 6 && digits !== code) enter(digits);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === 6) enter(code);
      }}
    >
      <Stack>
        <Text role="status">{login.sent(phone)}</Text>
        <TextInput
          ref={field}
          label={login.code}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          size="lg"
          styles={{ input: { letterSpacing: '0.4em', fontVariantNumeric: 'tabular-nums' } }}
          value={code}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {error?.code === 'unauthenticated' ? (
          <ErrorNote error={error} title={login.wrongCode} />
        ) : (
          <ErrorNote error={error} />
        )}
        <ErrorNote error={resendError} />
        <Button type="submit" size="md" loading={isRunning} disabled={code.length < 6}>
          {login.enter}
        </Button>
        <Group justify="space-between">
          <Button variant="subtle" size="compact-sm" disabled={wait > 0} onClick={resend}>
            {wait > 0 ? login.againIn(wait) : login.again}
          </Button>
          <Anchor component="button" type="button" size="sm" onClick={change}>
            {login.change}
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}

/** Logs in with the code, or makes an account with it where the number has none. */
function useEntering({ phone, onDone }: { phone: string; onDone: (() => void) | undefined }) {
  const { login } = useWords(kitWords);
  const language = useLanguage();
  const changeAccount = useAccountChange();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError>();
  const enter = async (code: string) => {
    if (isRunning) return;
    setRunning(true);
    setError(undefined);
    try {
      const { account, isNew } = await openAccount({
        phone,
        code,
        language: localeOf(language) === 'zh-CN' ? 'zh-CN' : 'en',
      });
      changeAccount(account);
      if (isNew) showToast({ text: login.registered });
      onDone?.();
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
    } finally {
      setRunning(false);
    }
  };
  return { enter: (code: string) => void enter(code), isRunning, error };
}

async function openAccount({
  phone,
  code,
  language,
}: {
  phone: string;
  code: string;
  language: 'zh-CN' | 'en';
}) {
  try {
    const { account } = await api('POST /api/auth/login', { phone, code });
    return { account, isNew: false };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    const { account } = await api('POST /api/auth/register', { phone, code, language });
    return { account, isNew: true };
  }
}

/** Whole seconds until then, ticking; 0 once it is past. */
function useSecondsUntil(momentMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (momentMs <= Date.now()) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= momentMs) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [momentMs]);
  return Math.max(0, Math.ceil((momentMs - now) / 1000));
}
