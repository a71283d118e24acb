/** The shop behind a referral code: who it is, and where it hands prints out. */
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { useRead } from '../../kit/api-hooks.ts';
import { useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { balanceWords } from './balance-words.ts';

export function ReferralCard() {
  const { referral } = useWords(balanceWords);
  const [{ code }, setAddress] = useAddress({ code: '' });
  const [written, setWritten] = useState(code);
  const shop = useRead(
    'GET /api/agents/referral/{referral_code}',
    { referral_code: code },
    { enabled: code !== '' },
  );
  const isWrong = shop.error?.status === 404;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAddress({ code: written.trim() });
  };
  return (
    <Stack>
      <Group component="form" onSubmit={submit} align="flex-end" gap="sm">
        <TextInput
          label={referral.label}
          description={referral.hint}
          value={written}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          error={code !== '' && isWrong ? referral.none : undefined}
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          style={{ flex: '1 1 14rem' }}
          maw={420}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" disabled={written.trim() === ''}>
          {referral.look}
        </Button>
      </Group>
      {code !== '' && shop.isPending && <LoadingLines lines={3} />}
      {code !== '' && !isWrong && <ErrorNote error={shop.error} retry={() => void shop.refetch()} />}
      {shop.data && (
        <Paper withBorder p="md">
          <Title order={2}>{shop.data.name}</Title>
          {shop.data.address && <Text>{shop.data.address}</Text>}
          {shop.data.phone && <Text className="platen-numbers">{shop.data.phone}</Text>}
          <Title order={3} mt="md">
            {referral.points}
          </Title>
          {shop.data.pickup_points.length === 0 && <Text c="dimmed">{referral.noPoints}</Text>}
          {shop.data.pickup_points.map((point) => (
            <div key={point.pickup_point_id}>
              <Text fw={600}>{point.name}</Text>
              <Text size="sm" c="dimmed">
                {[point.address, point.phone].filter(Boolean).join(' · ')}
              </Text>
            </div>
          ))}
        </Paper>
      )}
    </Stack>
  );
}
