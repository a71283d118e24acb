/**
 * The form of one operation: its fields are described, its types are the operation's own. Owns what is sent for an empty field, that a
 * refusal stands at the field that it names, and the question before what moves money or people.
 */
import { Button, Group, NumberInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ApiError } from '../../kit/api.ts';
import { useAct } from '../../kit/api-hooks.ts';
import type { ActRoute, ApiInput, ApiOutput, ReadRoute } from '../../kit/api-types.ts';
import { kitWords } from '../../kit/kit-words.ts';
import { useWords } from '../../kit/language.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { readRefusal } from './refusal-rules.ts';
import { RegionField } from './region-field.tsx';
import { ShopField } from './shop-field.tsx';

interface FieldBase<Name extends string> {
  name: Name;
  label: string;
  hint?: string;
  isRequired?: boolean;
  /** What an empty field sends: nothing unless told; `null` and `text` for those that can be emptied. */
  empty?: 'null' | 'text';
  /** It is shown, and sent, only then. */
  when?: (values: FormValues) => boolean;
}

export type FormField<Name extends string = string> = FieldBase<Name> &
  (
    | { kind: 'text' | 'lines' | 'time' | 'moment'; maxLength?: number; placeholder?: string }
    | { kind: 'whole' | 'amount'; min?: number; max?: number; suffix?: string }
    | { kind: 'choice'; options: ReadonlyArray<{ value: string; label: string }> }
    | { kind: 'switch' }
    | { kind: 'region' }
    | { kind: 'shop' }
  );

export type FormValues = Record<string, unknown>;

export interface Question {
  title: string;
  text: ReactNode;
  confirm: string;
}

export interface RecordFormProps<R extends ActRoute> {
  route: R;
  fields: ReadonlyArray<FormField<keyof ApiInput<R> & string>>;
  /** What is in the fields at first. */
  initial?: object | undefined;
  /** Sent with it: ids. */
  fixed?: Partial<ApiInput<R>>;
  /** The last word on what is sent. */
  change?: (values: FormValues) => FormValues;
  changes: readonly ReadRoute[];
  submit: string;
  onDone?(output: ApiOutput<R>): void;
  onCancel?: () => void;
  /** Asked before it is sent; undefined: it is sent at once. */
  question?: (values: FormValues) => Question | undefined;
  color?: string;
  /** Between the fields and the button: what will follow from them. */
  preview?: (values: FormValues) => ReactNode;
}

export function RecordForm<R extends ActRoute>(props: RecordFormProps<R>) {
  const { route, fields, initial, fixed, changes, submit, onDone, onCancel, question } = props;
  const words = useWords(kitWords);
  const [values, setValues] = useState<FormValues>(() => startValues(fields, initial));
  const [asked, setAsked] = useState<Question>();
  const act = useAct(route, { changes });
  const shown = fields.filter(({ when }) => !when || when(values));
  const refusal = act.error instanceof ApiError ? readRefusal(act.error.message) : undefined;
  const isAtField = refusal !== undefined && shown.some(({ name }) => name === refusal.field);
  const input = () => {
    const sent = sentValues(shown, values);
    return Object.assign({}, fixed, props.change ? props.change(sent) : sent) as ApiInput<R>;
  };
  const send = async () => {
    setAsked(undefined);
    try {
      onDone?.(await act.runAsync(input()));
    } catch {
      // It stands at its field, or above the button.
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (act.isRunning) return;
    const next = question?.(values);
    if (next) setAsked(next);
    else void send();
  };
  return (
    <form onSubmit={onSubmit} noValidate={false}>
      <Stack gap="sm">
        {shown.map((field) => (
          <OneField
            key={field.name}
            field={field}
            value={values[field.name]}
            error={refusal?.field === field.name ? refusal.sentence : undefined}
            onChange={(value) => setValues((before) => Object.assign({}, before, { [field.name]: value }))}
          />
        ))}
        {props.preview?.(values)}
        {!isAtField && <ErrorNote error={act.error} />}
        <Group justify="flex-end" mt="xs">
          {onCancel && (
            <Button variant="default" disabled={act.isRunning} onClick={onCancel}>
              {words.cancel}
            </Button>
          )}
          <Button type="submit" color={props.color} loading={act.isRunning}>
            {submit}
          </Button>
        </Group>
      </Stack>
      <Dialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked?.title ?? ''}
        actions={
          <>
            <Button variant="default" onClick={() => setAsked(undefined)}>
              {words.cancel}
            </Button>
            <Button color={props.color} onClick={() => void send()} data-autofocus>
              {asked?.confirm}
            </Button>
          </>
        }
      >
        {asked?.text}
      </Dialog>
    </form>
  );
}

function startValues(fields: readonly FormField[], initial: object = {}): FormValues {
  const known = initial as FormValues;
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = known[name] ?? (kind === 'switch' ? false : '');
      return [name, kind === 'moment' && value !== '' ? toLocalMoment(String(value)) : value];
    }),
  );
}

function sentValues(fields: readonly FormField[], values: FormValues): FormValues {
  const sent: FormValues = {};
  for (const field of fields) {
    const value = values[field.name];
    if (value === '' || value === null || value === undefined) {
      if (field.empty === 'null') sent[field.name] = null;
      else if (field.empty === 'text') sent[field.name] = '';
    } else if (field.kind === 'moment') sent[field.name] = new Date(String(value)).toISOString();
    else sent[field.name] = value;
  }
  return sent;
}

/** RFC 3339 as a field of type datetime-local has it, in the reader's time zone. */
function toLocalMoment(time: string): string {
  const date = new Date(time);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

interface OneFieldProps {
  field: FormField;
  value: unknown;
  error: string | undefined;
  onChange(value: unknown): void;
}

function OneField({ field, value, error, onChange }: OneFieldProps) {
  const id = useId();
  const shared = {
    id,
    label: field.label,
    description: field.hint,
    error: error && <span lang="en">{error}</span>,
    required: field.isRequired ?? false,
  };
  const text = String(value ?? '');
  switch (field.kind) {
    case 'text':
    case 'time':
    case 'moment':
      return (
        <TextInput
          {...shared}
          type={field.kind === 'text' ? 'text' : field.kind === 'time' ? 'time' : 'datetime-local'}
          value={text}
          maxLength={field.maxLength}
          placeholder={field.placeholder}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'lines':
      return (
        <Textarea
          {...shared}
          value={text}
          maxLength={field.maxLength}
          autosize
          minRows={2}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'whole':
    case 'amount':
      return (
        <NumberInput
          {...shared}
          value={value as number | string}
          allowDecimal={field.kind === 'amount'}
          min={field.min}
          max={field.max}
          suffix={field.suffix}
          hideControls
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          value={text}
          data={[...field.options]}
          allowDeselect={false}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      );
    case 'switch':
      return (
        <Switch
          id={id}
          label={field.label}
          description={field.hint}
          error={shared.error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'region':
      return <RegionField {...shared} value={text} onChange={onChange} />;
    case 'shop':
      return <ShopField {...shared} value={text} onChange={onChange} />;
  }
}
