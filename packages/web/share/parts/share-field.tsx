/** Fields of a guest's forms: the browser's own, which a cheap phone knows best. */
import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import classes from './share-parts.module.css';

interface Told {
  label: string;
  hint?: ReactNode;
  /** What is wrong with what stands in it. */
  problem?: string | undefined;
}

type Input = InputHTMLAttributes<HTMLInputElement> & {
  /** `digits`: a code that is read one by one; `code`: letters and digits that must be told apart. */
  look?: 'digits' | 'code';
  inputRef?: React.Ref<HTMLInputElement>;
};

export function ShareField({ label, hint, problem, look, inputRef, ...input }: Told & Input) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        ref={inputRef}
        id={id}
        className={classes.input}
        aria-invalid={problem !== undefined}
        {...(look === 'digits' && { 'data-digits': true })}
        {...(look === 'code' && { 'data-code': true })}
        {...((hint !== undefined || problem !== undefined) && { 'aria-describedby': `${id}-hint` })}
      />
      <Hint id={`${id}-hint`} hint={hint} problem={problem} />
    </div>
  );
}

export function ShareSelect({
  label,
  hint,
  problem,
  children,
  ...select
}: Told & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <select {...select} id={id} className={classes.input} aria-describedby={`${id}-hint`}>
        {children}
      </select>
      <Hint id={`${id}-hint`} hint={hint} problem={problem} />
    </div>
  );
}

function Hint({ id, hint, problem }: { id: string; hint: ReactNode; problem: string | undefined }) {
  if (hint === undefined && problem === undefined) return null;
  return (
    <div id={id} className={`${classes.small} ${classes.dim}`} aria-live="polite">
      {problem === undefined ? hint : <strong className={classes.problem}>{problem}</strong>}
    </div>
  );
}
