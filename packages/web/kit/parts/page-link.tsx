/** Links to other pages of the same entry: as text, and as a button. They change the address without loading anything anew. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Target {
  /** Below the entry's path: `/orders/$id`. */
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string | number | boolean | undefined>;
  children: ReactNode;
}

/** A link in text. */
export function PageLink({ to, params, search, children, ...look }: Target & AnchorProps) {
  return (
    <Anchor
      {...look}
      renderRoot={(props) => <Link to={to} params={params as never} search={search as never} {...props} />}
    >
      {children}
    </Anchor>
  );
}

/** A link that looks like a button. */
export function PageButton({ to, params, search, children, ...look }: Target & ButtonProps) {
  return (
    <Button
      {...look}
      renderRoot={(props) => <Link to={to} params={params as never} search={search as never} {...props} />}
    >
      {children}
    </Button>
  );
}
