/** One of several, each with a line about it: real radio buttons, as large as a thumb needs. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useId } from 'react';
import classes from './checkout.module.css';

export interface Option {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

export interface OptionListProps {
  /** What is chosen, for who can't see it. */
  label: string;
  options: readonly Option[];
  value: string;
  onChange(value: string): void;
}

export function OptionList({ label, options, value, onChange }: OptionListProps) {
  const name = useId();
  return (
    <div className={classes.options} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled ?? false}
            onChange={() => onChange(option.value)}
          />
          <span>
            <Text component="span" display="block" fw={600} c={option.disabled ? 'dimmed' : undefined}>
              {option.label}
            </Text>
            {option.hint !== undefined && (
              <Text component="span" display="block" size="sm" c="dimmed">
                {option.hint}
              </Text>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
