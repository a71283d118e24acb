/** Two days between which a list lies; both stand in the address as they are written in fields: 2026-05-01. */
import { Group } from '@mantine/core';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';
import { DayField } from './day-field.tsx';

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
      <DayField
        label={words.fromDay}
        none={words.anyDay}
        value={value.from}
        max={value.to === '' ? undefined : value.to}
        onChange={(from) => onChange({ from })}
      />
      <DayField
        label={words.toDay}
        none={words.anyDay}
        value={value.to}
        min={value.from === '' ? undefined : value.from}
        onChange={(to) => onChange({ to })}
      />
    </Group>
  );
}
