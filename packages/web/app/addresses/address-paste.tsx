/** Free text to the fields of an address: what was understood stands field by field, and what was not; nothing is saved here. */
import { Alert, Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../kit/api-hooks.ts';
import { percentText } from '../../kit/formats.ts';
import { SparkIcon, WarningIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { type AddressReading, addressFieldNames, fieldsOf, lineOf } from './address-fields.ts';
import { addressesWords } from './addresses-words.ts';
import { countryName } from './country-names.ts';

/** Below it a person is to look (the service's own word for it). */
const sureFrom = 0.6;

export function AddressPaste({ onRead }: { onRead(reading: AddressReading): void }) {
  const words = useWords(addressesWords);
  const { paste } = words;
  const [text, setText] = useState('');
  const [shown, setShown] = useState<AddressReading>();
  const parse = useAct('POST /api/addresses/parse', {
    onDone({ candidates: _, records: __, ...best }) {
      take(best);
    },
  });
  const take = (reading: AddressReading) => {
    setShown(reading);
    onRead(reading);
  };
  const isOther = (each: AddressReading) =>
    shown === undefined || lineOf(fieldsOf(each)) !== lineOf(fieldsOf(shown));
  const choices = [
    { title: paste.several, items: (parse.output?.records ?? []).filter(isOther), most: 20 },
    { title: paste.others, items: (parse.output?.candidates ?? []).filter(isOther), most: 3 },
  ].filter(({ items }) => items.length > 0);
  const read = () => {
    if (text.trim() !== '') parse.run({ text: text.trim() });
  };
  return (
    <Stack gap="sm">
      <Textarea
        label={paste.label}
        description={paste.hint}
        placeholder={paste.example}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) read();
        }}
      />
      <Group>
        <Button
          variant="light"
          leftSection={<SparkIcon size={18} />}
          loading={parse.isRunning}
          disabled={text.trim() === ''}
          onClick={read}
        >
          {paste.read}
        </Button>
      </Group>
      <ErrorNote error={parse.error} />
      {shown && <Understood reading={shown} />}
      {shown &&
        choices.map(({ title, items, most }) => (
          <Stack key={title} gap="xs">
            <Text size="sm" fw={600}>
              {title}
            </Text>
            {items.slice(0, most).map((other) => (
              <Group key={lineOf(fieldsOf(other))} justify="space-between" wrap="nowrap">
                <Text size="sm">{lineOf(fieldsOf(other))}</Text>
                <Button
                  size="compact-sm"
                  variant="default"
                  style={{ flexShrink: 0 }}
                  onClick={() => take(other)}
                >
                  {paste.take}
                </Button>
              </Group>
            ))}
          </Stack>
        ))}
    </Stack>
  );
}

function Understood({ reading }: { reading: AddressReading }) {
  const words = useWords(addressesWords);
  const language = useLanguage();
  const { paste } = words;
  const { confidence, contradiction } = reading;
  const isSure = confidence >= sureFrom && contradiction === undefined;
  return (
    <Paper withBorder p="md" role="status">
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{paste.understood}</Text>
        <Badge variant="light" color={isSure ? 'ink' : 'seal'}>
          {paste.sure(percentText(confidence, language))}
        </Badge>
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {addressFieldNames.map((name) => {
          const value = name === 'country' ? countryName(reading.country, language) : reading[name];
          return (
            <div key={name}>
              <Text size="xs" c="dimmed">
                {words.fields[name]}
              </Text>
              <Text size="sm" {...(value === '' && { c: 'dimmed', fs: 'italic' })}>
                {value === '' ? paste.nothing : value}
              </Text>
            </div>
          );
        })}
      </SimpleGrid>
      <Besides reading={reading} />
      {!isSure && (
        <Alert color="seal" variant="light" icon={<WarningIcon />} mt="sm">
          {contradiction === undefined ? paste.unsure : `${paste.contradiction} ${contradiction}`}
        </Alert>
      )}
      <Text size="sm" c="dimmed" mt="sm">
        {paste.check}
      </Text>
    </Paper>
  );
}

/** What the text has that the form has no field for; only what there is. */
function Besides({ reading }: { reading: AddressReading }) {
  const { paste } = useWords(addressesWords);
  const { company, wish, other_phones, leftover } = reading;
  const rows = [
    { label: paste.company, value: company },
    { label: paste.otherPhones, value: other_phones.join(', ') },
    { label: paste.wish, value: wish },
    { label: paste.leftover, value: leftover.map(({ text }) => text).join(' … ') },
  ].filter(({ value }) => value !== '');
  if (rows.length === 0) return null;
  return (
    <Stack gap={4} mt="sm">
      {rows.map(({ label, value }) => (
        <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span size="xs" c="dimmed">
            {label}
          </Text>{' '}
          {value}
        </Text>
      ))}
    </Stack>
  );
}
