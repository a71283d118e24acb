/** Two days between which a list lies; both stand in the address as they are written in fields: 2026-05-01. */
import { Group, TextInput } from '@mantine/core';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';

export interface DaySpan {
  from: string;
  to: string;
}

export interface DaySpanFieldsProps {
  value: DaySpan;
  onChange(change: Partial<DaySpan>): void;
}

export function DaySpanFields({ value, onChange }: DaySpanFieldsProps) {
  const words = useWords(kitWords);
  return (
    <Group gap="xs">
      <TextInput
        type="date"
        label={words.fromDay}
        value={value.from}
        max={value.to === '' ? undefined : value.to}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={words.toDay}
        value={value.to}
        min={value.from === '' ? undefined : value.from}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </Group>
  );
}
