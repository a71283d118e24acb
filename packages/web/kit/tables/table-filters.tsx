/** Fields that narrow a table. What they hold stands in the address of the page that has them. */
import { Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';

export interface FilterSelectProps {
  label: string;
  /** Empty: all. */
  value: string;
  options: ReadonlyArray<{ value: string; label: string }>;
  onChange(value: string): void;
}

/** One of several, or all. */
export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  const { table } = useWords(kitWords);
  return (
    <Select
      label={label}
      value={value}
      data={[{ value: '', label: table.all }, ...options]}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
      w={180}
    />
  );
}

export interface FilterTextProps {
  label: string;
  value: string;
  placeholder?: string;
  onChange(value: string): void;
  type?: 'text' | 'date';
}

/** A text that is searched for when Enter is pressed or the field left: each search is a question to the cloud. */
export function FilterText({ label, value, placeholder, onChange, type = 'text' }: FilterTextProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const tell = () => {
    if (text.trim() !== value) onChange(text.trim());
  };
  return (
    <TextInput
      label={label}
      type={type}
      value={text}
      placeholder={placeholder}
      w={200}
      onChange={(event) => {
        setText(event.currentTarget.value);
        if (type === 'date') onChange(event.currentTarget.value);
      }}
      onBlur={tell}
      onKeyDown={(event) => event.key === 'Enter' && tell()}
    />
  );
}
