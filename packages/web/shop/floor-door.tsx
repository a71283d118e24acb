/**
 * Lets people onto the floor: by the cloud's account, or by the PIN of an agent's console. Owns both ways in; what is behind is drawn only
 * for who may see it, with the live stream around it.
 */
import { Button, Container, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../kit/api.ts';
import { useRead } from '../kit/api-hooks.ts';
import { useWords } from '../kit/language.ts';
import { EmptyState } from '../kit/parts/empty-state.tsx';
import { ErrorNote } from '../kit/parts/error-note.tsx';
import { LoadingLines } from '../kit/parts/loading-lines.tsx';
import { LoginGate } from '../kit/parts/login-gate.tsx';
import { useSession } from '../kit/session.ts';
import { type FloorError, openFloorSession } from './floor/floor-call.ts';
import { FloorProvider, floorSessionKey, useFloorHost, useFloorSession } from './floor/floor-session.tsx';
import { FloorNote } from './parts/floor-note.tsx';
import { shopWords } from './shop-words.ts';

export function FloorDoor({ children }: { children: ReactNode }) {
  const { data: session } = useFloorSession();
  if (session?.host === 'agent')
    return session.open ? <OpenFloor by={session.by ?? ''}>{children}</OpenFloor> : <PinForm />;
  return (
    <LoginGate roles={['operator', 'admin']}>
      <CloudFloor>{children}</CloudFloor>
    </LoginGate>
  );
}

function OpenFloor({ by, shop, children }: { by: string; shop?: string | undefined; children: ReactNode }) {
  const { data: host, error, refetch } = useFloorHost(shop, true);
  if (host) {
    return (
      <FloorProvider host={host} shop={shop} by={by}>
        {children}
      </FloorProvider>
    );
  }
  return (
    <Container py="xl">
      {error ? <FloorNote error={error} retry={() => void refetch()} /> : <LoadingLines />}
    </Container>
  );
}

const storedShopAs = 'platen-shop';

/** `?shop=` of the address, then what was chosen in this window. */
function firstShop(): string | undefined {
  const asked = new URLSearchParams(location.search).get('shop');
  try {
    if (asked) sessionStorage.setItem(storedShopAs, asked);
    return asked ?? sessionStorage.getItem(storedShopAs) ?? undefined;
  } catch {
    return asked ?? undefined;
  }
}

/** An operator has one shop; an admin with several says which. */
function CloudFloor({ children }: { children: ReactNode }) {
  const { account } = useSession();
  const [shop, setShop] = useState(firstShop);
  const isAdmin = account?.role === 'admin';
  const choose = (id: string) => {
    try {
      sessionStorage.setItem(storedShopAs, id);
    } catch {
      // It is asked again next time.
    }
    setShop(id);
  };
  if (isAdmin && shop === undefined) return <ShopChoice choose={choose} />;
  return (
    <OpenFloor by={account?.account_id ?? ''} shop={isAdmin ? shop : undefined}>
      {children}
    </OpenFloor>
  );
}

function ShopChoice({ choose }: { choose(id: string): void }) {
  const words = useWords(shopWords);
  const shops = useRead('GET /api/admin/shops', {});
  const items = shops.data?.items;
  const only = items?.length === 1 ? items[0]!.shop_id : undefined;
  useEffect(() => {
    if (only !== undefined) choose(only);
  }, [only, choose]);
  if (items?.length === 0) return <EmptyState title={words.noShop} />;
  return (
    <Container size={460} py="xl">
      <ErrorNote error={shops.error} retry={() => void shops.refetch()} />
      {shops.isPending || only !== undefined ? (
        <LoadingLines />
      ) : (
        items && (
          <Stack>
            <Title order={1}>{words.whichShop}</Title>
            <Text>{words.whichShopHint}</Text>
            <NativeSelect
              aria-label={words.whichShop}
              size="md"
              data={[
                { value: '', label: '' },
                ...items.map(({ shop_id, name }) => ({ value: shop_id, label: name })),
              ]}
              onChange={({ currentTarget: { value } }) => value !== '' && choose(value)}
            />
          </Stack>
        )
      )}
    </Container>
  );
}

function PinForm() {
  const words = useWords(shopWords);
  const client = useQueryClient();
  const [pin, setPin] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useMutation<unknown, FloorError, string>({
    mutationFn: openFloorSession,
    onSuccess: (session) => client.setQueryData(floorSessionKey, session),
    onError() {
      setPin('');
      field.current?.focus();
    },
  });
  useEffect(() => {
    document.title = `${words.pinTitle} · Platen`;
    field.current?.focus();
  }, [words]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pin.trim() !== '' && !isPending) mutate(pin.trim());
  };
  return (
    <Container component="main" size={460} py={64}>
      <Paper withBorder p="xl" radius="lg">
        <form onSubmit={submit}>
          <Stack>
            <Title order={1}>{words.pinTitle}</Title>
            <TextInput
              type="password"
              ref={field}
              label={words.pin}
              description={words.pinHint}
              size="lg"
              inputMode="numeric"
              autoComplete="current-password"
              maxLength={12}
              value={pin}
              onChange={(event) => setPin(event.currentTarget.value)}
            />
            <FloorNote error={error instanceof ApiError ? error : null} />
            <Button type="submit" size="md" loading={isPending} disabled={pin.trim() === ''}>
              {words.enter}
            </Button>
          </Stack>
        </form>
      </Paper>
    </Container>
  );
}
