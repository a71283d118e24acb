/**
 * A day, or a moment of it. The browser's own field, for what it knows of the device: its calendar, its keyboard, its screen reader. But a
 * browser writes the day in its language and not in the page's, so until somebody types there the day stands over it in words of the page.
 */
import { TextInput, type TextInputProps } from '@mantine/core';
import { fieldTimeText } from '../formats.ts';
import { useLanguage } from '../language.ts';
import classes from './day-field.module.css';

export interface DayFieldProps
  extends Pick<TextInputProps, 'label' | 'description' | 'error' | 'maw' | 'required'> {
  kind?: 'date' | 'datetime-local';
  /** As the field has it: 2026-05-01, or 2026-05-01T18:30. */
  value: string;
  /** What stands there while no day is chosen. */
  none: string;
  min?: string | undefined;
  max?: string | undefined;
  onChange(value: string): void;
}

/** Of what the browser draws at the right, and the room that it leaves. */
const calendarRem = 2.4;
const widthsRem = { date: 9.4, 'datetime-local': 13 };

export function DayField({ kind = 'date', value, none, onChange, ...field }: DayFieldProps) {
  const language = useLanguage();
  const text = fieldTimeText(value, language);
  return (
    <TextInput
      {...field}
      type={kind}
      value={value}
      classNames={{ wrapper: classes.field!, section: classes.said!, input: classes.input! }}
      styles={{ input: { '--day-field-width': `${widthsRem[kind]}rem` } }}
      leftSection={
        <span aria-hidden="true" className={text === undefined ? classes.none : undefined}>
          {text ?? none}
        </span>
      }
      leftSectionWidth={`calc(100% - ${calendarRem}rem)`}
      leftSectionPointerEvents="none"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
