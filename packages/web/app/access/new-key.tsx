/** A new key: asked for by name and time, and shown once. Owns that it is nowhere kept beyond the screen. */
import { Alert, Button, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../kit/api-hooks.ts';
import { WarningIcon } from '../../kit/icons.tsx';
import { useWords } from '../../kit/language.ts';
import { CopyButton } from '../../kit/parts/copy-button.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { refusalAt } from '../parts/field-refusal.ts';
import { keysWords } from './keys-words.ts';

const lives = [30, 90, 365];

export function NewKey({ onDone }: { onDone(): void }) {
  const words = useWords(keysWords);
  const [name, setName] = useState('');
  const [days, setDays] = useState('');
  const create = useAct('POST /api/user/api-keys', { changes: ['GET /api/user/api-keys'] });
  const { at, rest } = refusalAt(create.error, ['name']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.run({ name: name.trim(), ...(days !== '' && { expires_in_days: Number(days) }) });
  };
  if (create.output) {
    return (
      <Stack>
        <Text fw={600}>{words.yourKey}</Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} data-new-key>
          {create.output.api_key}
        </Code>
        <Alert color="seal" variant="light" icon={<WarningIcon />}>
          {words.once}
        </Alert>
        <Group justify="flex-end">
          <CopyButton text={create.output.api_key} label={words.copyKey} />
          <Button onClick={onDone}>{words.done}</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <TextInput
        label={words.name}
        description={words.nameHint}
        value={name}
        required
        maxLength={100}
        error={at.name}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        label={words.expires}
        value={days}
        allowDeselect={false}
        onChange={(chosen) => setDays(chosen ?? '')}
        data={[
          { value: '', label: words.forever },
          ...lives.map((each) => ({ value: String(each), label: words.days(each) })),
        ]}
      />
      <ErrorNote error={rest} />
      <Group justify="flex-end">
        <Button type="submit" loading={create.isRunning} disabled={name.trim() === ''}>
          {words.createNow}
        </Button>
      </Group>
    </Stack>
  );
}
