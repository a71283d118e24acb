/** What a guest's page has to say beside its contents: a remark, a refusal in words, the last resort. */
import type { ReactNode } from 'react';
import { ApiError } from '../../kit/api.ts';
import { CheckIcon, ClockIcon, WarningIcon } from '../../kit/icons.tsx';
import { kitWords } from '../../kit/kit-words.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ShareButton } from './share-button.tsx';
import classes from './share-parts.module.css';

export type Tone = 'plain' | 'good' | 'warn' | 'bad';

const icons = { plain: ClockIcon, good: CheckIcon, warn: WarningIcon, bad: WarningIcon };

/** `role`: `status` is read out when it comes, `alert` at once. */
export function ShareNote({
  tone = 'plain',
  role,
  title,
  children,
}: {
  tone?: Tone;
  role?: 'status' | 'alert';
  title?: string;
  children?: ReactNode;
}) {
  const Icon = icons[tone];
  return (
    <div className={classes.note} data-tone={tone} role={role}>
      <Icon />
      <div className={classes.noteBody}>
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}

/** A refusal: what it means in the reader's language and, below it, the server's exact sentence. Nothing for undefined. */
export function RefusalNote({
  error,
  title,
  retry,
}: {
  error: unknown;
  title?: string | undefined;
  retry?: (() => void) | undefined;
}) {
  const words = useWords(kitWords);
  const language = useLanguage();
  if (error === undefined || error === null) return null;
  const known = error instanceof ApiError ? error : undefined;
  const exact = known && known.code !== 'offline' ? known.message : undefined;
  const meaning = title ?? (known ? words.codes[known.code] : words.codes.internal);
  // In English the server's sentence says it all, and says it exactly.
  const isPlain = language === 'en' && exact !== undefined && title === undefined && known!.status < 500;
  return (
    <ShareNote tone="bad" role="alert" title={isPlain ? exact : meaning}>
      {!isPlain && exact !== undefined && (
        <p lang="en" className={classes.small}>
          {exact}
        </p>
      )}
      {known?.retryAfterSeconds !== undefined && (
        <p className={classes.small}>{words.retryIn(known.retryAfterSeconds)}</p>
      )}
      {retry && (
        <ShareButton kind="link" onClick={retry}>
          {words.retry}
        </ShareButton>
      )}
    </ShareNote>
  );
}

/** What is shown when a page met an error that nobody expected. */
export function BrokenNote({ error }: { error: unknown }) {
  const words = useWords(kitWords);
  return (
    <div className={classes.stack}>
      <ShareNote tone="bad" role="alert" title={words.broken}>
        <p>{words.brokenHint}</p>
        <p lang="en" className={classes.small}>
          {error instanceof Error ? error.message : String(error)}
        </p>
      </ShareNote>
      <ShareButton onClick={() => location.reload()}>{words.reload}</ShareButton>
    </div>
  );
}
