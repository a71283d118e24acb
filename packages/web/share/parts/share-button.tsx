/** A button of a guest's page, and a link that looks like one. */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import classes from './share-parts.module.css';

interface Look {
  /** `main` unless told. */
  kind?: 'main' | 'plain' | 'bad' | 'link';
  /** As wide as what it stands in. */
  isWide?: boolean;
  children: ReactNode;
}

const lookOf = ({ kind = 'main', isWide }: Look) => ({
  className: classes.button!,
  'data-kind': kind,
  ...(isWide && { 'data-wide': true }),
});

/** While it runs it shows so, and another press does nothing. */
export function ShareButton({
  kind,
  isWide,
  isRunning = false,
  children,
  onClick,
  ...rest
}: Look & { isRunning?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      {...rest}
      {...lookOf({ kind, isWide, children } as Look)}
      aria-busy={isRunning || undefined}
      onClick={(event) => {
        if (isRunning) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isRunning && <span className={classes.spinner} />}
      {children}
    </button>
  );
}

export function ShareLink({
  kind,
  isWide,
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} {...lookOf({ kind, isWide, children } as Look)}>
      {children}
    </a>
  );
}
