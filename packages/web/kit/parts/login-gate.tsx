/** Lets through who is logged in, and shows everybody else the way: at the address that they came for. */
import { Button, Container, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAct } from '../api-hooks.ts';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';
import { type Account, useAccountChange, useSession } from '../session.ts';
import { ErrorNote } from './error-note.tsx';
import { LoadingLines } from './loading-lines.tsx';
import { LoginForm } from './login-form.tsx';

export interface LoginGateProps {
  /** Who may pass; everybody who is logged in unless told. */
  roles?: ReadonlyArray<Account['role']> | undefined;
  children: ReactNode;
}

export function LoginGate({ roles, children }: LoginGateProps) {
  const { account, error, retry } = useSession();
  if (account === undefined) {
    return (
      <Container py="xl">{error ? <ErrorNote error={error} retry={retry} /> : <LoadingLines />}</Container>
    );
  }
  if (account === null) return <LoginPanel />;
  if (roles && !roles.includes(account.role)) return <MayNot account={account} />;
  return children;
}

/** The login as a page of its own. */
export function LoginPanel({ onDone }: { onDone?: () => void }) {
  const { login } = useWords(kitWords);
  return (
    <Container size={460} py="xl" px={0}>
      <Paper withBorder p="xl" radius="lg">
        <Title order={1} mb="xs">
          {login.title}
        </Title>
        <LoginForm {...(onDone && { onDone })} />
      </Paper>
    </Container>
  );
}

function MayNot({ account }: { account: Account }) {
  const words = useWords(kitWords);
  const changeAccount = useAccountChange();
  const logOut = useAct('POST /api/auth/logout', { onDone: () => changeAccount(null) });
  return (
    <Container size={520} py="xl">
      <Stack>
        <Title order={1}>{words.mayNot}</Title>
        <Text>{words.mayNotHint(account.phone)}</Text>
        <ErrorNote error={logOut.error} />
        <Button loading={logOut.isRunning} onClick={() => logOut.run({})}>
          {words.otherAccount}
        </Button>
        <Button component="a" href="/" variant="default">
          {words.home}
        </Button>
      </Stack>
    </Container>
  );
}
