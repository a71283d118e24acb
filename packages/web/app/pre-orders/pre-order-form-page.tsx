/** /pre-orders/new and /pre-orders/$id/edit: all settings of a collection in four steps; the step stands in the address. */
import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Paper,
  Radio,
  SimpleGrid,
  Stack,
  Stepper,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAddress, usePathPart } from '../../kit/address-state.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { DayField } from '../../kit/parts/day-field.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { refusalAt } from '../parts/field-refusal.ts';
import { DeliveryChoice } from './delivery-choice.tsx';
import classes from './pre-order-form.module.css';
import {
  changesOf,
  creationOf,
  emptyForm,
  formOf,
  localTime,
  type PreOrderForm,
} from './pre-order-form-rules.ts';
import { chosenOf } from './pre-order-ordering.tsx';
import { preOrderWords } from './pre-order-words.ts';

type PreOrder = ApiOutput<'GET /api/user/pre-orders/{pre_order_id}'>;

export function NewPreOrderPage() {
  const { form: words } = useWords(preOrderWords);
  return (
    <>
      <PageTitle title={words.newTitle} />
      <PreOrderSteps before={undefined} />
    </>
  );
}

export function EditPreOrderPage() {
  const { form: words } = useWords(preOrderWords);
  const pre_order_id = usePathPart('id');
  const read = useRead('GET /api/user/pre-orders/{pre_order_id}', { pre_order_id, page_size: 1 });
  return (
    <>
      <PageTitle title={words.editTitle} hint={read.data?.title} />
      <ErrorNote error={read.error} retry={() => void read.refetch()} />
      {read.isPending && <LoadingLines lines={6} />}
      {read.data && <PreOrderSteps before={read.data} />}
    </>
  );
}

/** Which fields a step has: a refusal of one leads back to it. */
const stepFields = [
  ['title', 'description', 'order_type'],
  ['spec_mode', 'size', 'paper_type', 'quantity', 'fit', 'color_mode', 'sides', 'max_quantity'],
  ['deadline', 'quota_per_person', 'quota_total', 'password', 'allow', 'allowed_phones'],
  ['delivery_method', 'pickup_point_id', 'address_id', 'shipping_carrier_id', 'note'],
] as const;
type Field = (typeof stepFields)[number][number];
const allFields: readonly Field[] = stepFields.flat();

export interface StepProps {
  form: PreOrderForm;
  set(changes: Partial<PreOrderForm>): void;
  at: Partial<Record<Field, string>>;
}

function PreOrderSteps({ before }: { before: PreOrder | undefined }) {
  const words = useWords(preOrderWords);
  const { form: formWords } = words;
  const navigate = useNavigate();
  const [{ step }, setAddress] = useAddress({ step: 1 });
  const [first] = useState(before ? formOf(before, chosenOf(before)) : emptyForm);
  const [form, setForm] = useState(first);
  const options = {
    changes: ['GET /api/user/pre-orders', 'GET /api/user/pre-orders/{pre_order_id}'],
    onDone({ pre_order_id }: { pre_order_id: string }) {
      showToast({ text: formWords.saved });
      const search = before ? {} : { tab: 'share' };
      void navigate({
        to: '/pre-orders/$id',
        params: { id: pre_order_id } as never,
        search: search as never,
      });
    },
    onRefused(error: unknown) {
      const { at } = refusalAt(error, allFields);
      const wrong = stepFields.findIndex((fields) => fields.some((field) => at[field] !== undefined));
      if (wrong >= 0) setAddress({ step: wrong + 1 });
    },
  } as const;
  const create = useAct('POST /api/user/pre-orders', options);
  const update = useAct('PUT /api/user/pre-orders/{pre_order_id}', options);
  const act = before ? update : create;
  const { at, rest } = refusalAt(act.error, allFields);
  const active = Math.min(4, Math.max(1, step)) - 1;
  const isPrintLocked =
    before !== undefined &&
    before.submissions.pending.submissions + before.submissions.approved.submissions > 0;
  const set = (changes: Partial<PreOrderForm>) => {
    act.reset();
    setForm((earlier) => Object.assign({}, earlier, changes));
  };
  const go = (to: number) => setAddress({ step: to + 1 }, { push: true });
  const missing = [
    form.title.trim() === '',
    form.spec_mode === 'fixed' && (form.size === '' || form.paper_type === ''),
  ].indexOf(true);
  const save = (status: 'draft' | 'open') => {
    if (missing >= 0) {
      showToast({ text: formWords.incomplete, tone: 'refused' });
      go(missing);
      return;
    }
    if (before) {
      update.run({ pre_order_id: before.pre_order_id, ...changesOf(form, { before: first, isPrintLocked }) });
    } else {
      create.run(creationOf(form, status));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (active < 3) go(active + 1);
    else save('open');
  };
  const props: StepProps = { form, set, at };
  return (
    <Paper withBorder p="lg" maw={720} component="form" onSubmit={submit}>
      <Stepper active={active} onStepClick={go} size="sm" mb="lg" wrap={false} allowNextStepsSelect>
        {(['what', 'print', 'who', 'delivery'] as const).map((each, index) => (
          <Stepper.Step
            key={each}
            {...(index === active && { 'aria-current': 'step' as const })}
            label={
              <span {...(index !== active && { className: classes.elsewhere })}>{formWords.steps[each]}</span>
            }
          />
        ))}
      </Stepper>
      <Stack>
        {active === 0 && <WhatStep {...props} />}
        {active === 1 && <PrintStep {...props} isLocked={isPrintLocked} />}
        {active === 2 && <WhoStep {...props} hasPassword={before?.has_password === true} />}
        {active === 3 && <DeliveryStep {...props} />}
        <ErrorNote error={rest} />
        <Group justify="space-between">
          <Button variant="default" disabled={active === 0} onClick={() => go(active - 1)}>
            {formWords.back}
          </Button>
          <Group gap="sm">
            {active < 3 && (
              <Button type="submit" variant={before ? 'default' : 'filled'}>
                {formWords.next}
              </Button>
            )}
            {before && (
              <Button loading={act.isRunning} onClick={() => save('open')}>
                {formWords.save}
              </Button>
            )}
            {!before && active === 3 && (
              <>
                <Button variant="default" loading={act.isRunning} onClick={() => save('draft')}>
                  {formWords.saveDraft}
                </Button>
                <Button type="submit" loading={act.isRunning}>
                  {formWords.saveOpen}
                </Button>
              </>
            )}
          </Group>
        </Group>
      </Stack>
    </Paper>
  );
}

function WhatStep({ form, set, at }: StepProps) {
  const { form: words } = useWords(preOrderWords);
  return (
    <>
      <TextInput
        label={words.title}
        description={words.titleHint}
        value={form.title}
        required
        maxLength={120}
        error={at.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Textarea
        label={words.description}
        value={form.description}
        maxLength={2000}
        autosize
        minRows={3}
        error={at.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Radio.Group
        label={words.type}
        value={form.order_type}
        error={at.order_type}
        onChange={(order_type) =>
          set({ order_type: order_type as PreOrderForm['order_type'], size: '', paper_type: '' })
        }
      >
        <Group mt={6}>
          <Radio value="photo" label={words.types.photo} />
          <Radio value="document" label={words.types.document} />
        </Group>
      </Radio.Group>
    </>
  );
}

function PrintStep({ form, set, at, isLocked }: StepProps & { isLocked: boolean }) {
  const { form: words } = useWords(preOrderWords);
  const language = useLanguage();
  const options = useRead('GET /api/print-options', {}, { staleTime: 60_000 });
  if (options.isPending) return <LoadingLines lines={5} />;
  if (!options.data) return <ErrorNote error={options.error} retry={() => void options.refetch()} />;
  const { sizes, paper_types: papers } = options.data;
  const nameOf = (each: { name: string; name_zh: string; unavailable_because: string | null }) => {
    const name = (language === 'zh' && each.name_zh) || each.name;
    return each.unavailable_because === null ? name : `${name} (${words.unavailable})`;
  };
  const fitting = sizes.filter((each) => form.order_type === 'document' || each.made_for === 'photo');
  const size = sizes.find(({ code }) => code === form.size);
  const ofSize = papers.filter(({ code }) => size?.paper_types.includes(code));
  const isTwoSided = size?.two_sided_on.includes(form.paper_type) === true;
  const chooseSize = (code: string) => {
    const chosen = sizes.find((each) => each.code === code);
    const paper = chosen?.paper_types.includes(form.paper_type)
      ? form.paper_type
      : (chosen?.paper_types[0] ?? '');
    set({ size: code, paper_type: paper, sides: 'one-sided' });
  };
  return (
    <>
      {isLocked && (
        <Alert color="gray" variant="light">
          {words.locked}
        </Alert>
      )}
      <Radio.Group
        label={words.mode}
        value={form.spec_mode}
        error={at.spec_mode}
        onChange={(mode) => set({ spec_mode: mode as PreOrderForm['spec_mode'] })}
      >
        <Group mt={6}>
          <Radio value="fixed" label={words.modes.fixed} disabled={isLocked} />
          <Radio value="per_submission" label={words.modes.per_submission} disabled={isLocked} />
        </Group>
      </Radio.Group>
      {form.spec_mode === 'per_submission' ? (
        <NumberInput
          label={words.maxCopies}
          value={form.max_quantity}
          min={1}
          max={99}
          disabled={isLocked}
          maw={240}
          error={at.max_quantity}
          onChange={(value) => set({ max_quantity: Number(value) || 1 })}
        />
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NativeSelect
            label={words.size}
            value={form.size}
            disabled={isLocked}
            required
            error={at.size}
            data={[
              { value: '', label: words.choose },
              ...fitting.map((each) => ({ value: each.code, label: nameOf(each) })),
            ]}
            onChange={(event) => chooseSize(event.currentTarget.value)}
          />
          <NativeSelect
            label={words.paper}
            value={form.paper_type}
            disabled={isLocked || !size}
            required
            error={at.paper_type}
            data={[
              { value: '', label: size ? words.choose : words.sizeFirst },
              ...ofSize.map((each) => ({ value: each.code, label: nameOf(each) })),
            ]}
            onChange={(event) => set({ paper_type: event.currentTarget.value, sides: 'one-sided' })}
          />
          <NumberInput
            label={words.copies}
            value={form.quantity}
            min={1}
            max={99}
            disabled={isLocked}
            error={at.quantity}
            onChange={(value) => set({ quantity: Number(value) || 1 })}
          />
          <NativeSelect
            label={words.fit}
            value={form.fit}
            disabled={isLocked}
            error={at.fit}
            data={(['usual', 'fill', 'fit'] as const).map((value) => ({ value, label: words.fits[value] }))}
            onChange={(event) => set({ fit: event.currentTarget.value as PreOrderForm['fit'] })}
          />
          <NativeSelect
            label={words.colour}
            value={form.color_mode}
            disabled={isLocked}
            error={at.color_mode}
            data={(['color', 'monochrome'] as const).map((value) => ({ value, label: words.colours[value] }))}
            onChange={(event) => set({ color_mode: event.currentTarget.value as PreOrderForm['color_mode'] })}
          />
          {isTwoSided && (
            <NativeSelect
              label={words.sides}
              value={form.sides}
              disabled={isLocked}
              error={at.sides}
              data={(['one-sided', 'two-sided-long-edge', 'two-sided-short-edge'] as const).map((value) => ({
                value,
                label: words.sideNames[value],
              }))}
              onChange={(event) => set({ sides: event.currentTarget.value as PreOrderForm['sides'] })}
            />
          )}
        </SimpleGrid>
      )}
    </>
  );
}

function WhoStep({ form, set, at, hasPassword }: StepProps & { hasPassword: boolean }) {
  const { form: words } = useWords(preOrderWords);
  const quota = (name: 'quota_per_person' | 'quota_total', label: string, hint: string) => (
    <NumberInput
      label={label}
      description={hint}
      value={form[name]}
      min={1}
      max={1000}
      error={at[name]}
      onChange={(value) => set({ [name]: value === '' ? '' : Number(value) })}
    />
  );
  return (
    <>
      <DayField
        kind="datetime-local"
        label={words.deadline}
        description={words.deadlineHint}
        none={words.noDeadline}
        value={form.deadline}
        min={localTime(new Date().toISOString())}
        maw={320}
        error={at.deadline}
        onChange={(deadline) => set({ deadline })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {quota('quota_per_person', words.quotaPerson, words.noLimit)}
        {quota('quota_total', words.quotaTotal, words.noLimitAll)}
      </SimpleGrid>
      <TextInput
        label={words.password}
        description={hasPassword ? words.passwordKept : words.passwordHint}
        value={form.password}
        minLength={4}
        maxLength={100}
        autoComplete="off"
        disabled={form.withoutPassword}
        error={at.password}
        maw={320}
        onChange={(event) => set({ password: event.currentTarget.value })}
      />
      {hasPassword && (
        <Checkbox
          label={words.noPassword}
          checked={form.withoutPassword}
          onChange={(event) => set({ withoutPassword: event.currentTarget.checked })}
        />
      )}
      <Radio.Group
        label={words.allow}
        value={form.allow}
        error={at.allow}
        onChange={(allow) => set({ allow: allow as PreOrderForm['allow'] })}
      >
        <Group mt={6}>
          <Radio value="anyone" label={words.allows.anyone} />
          <Radio value="phones" label={words.allows.phones} />
        </Group>
      </Radio.Group>
      {form.allow === 'phones' && (
        <Textarea
          label={words.phones}
          value={form.phones}
          autosize
          minRows={3}
          maxRows={12}
          error={at.allowed_phones}
          onChange={(event) => set({ phones: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function DeliveryStep({ form, set, at }: StepProps) {
  const words = useWords(preOrderWords);
  const refused = at.delivery_method ?? at.pickup_point_id ?? at.address_id ?? at.shipping_carrier_id;
  return (
    <>
      <Alert color="gray" variant="light">
        {words.form.deliveryHint}
      </Alert>
      <DeliveryChoice
        label={words.order.delivery}
        chosen={form.delivery}
        onChange={(delivery) => set({ delivery })}
      />
      {refused !== undefined && (
        <Alert color="seal" variant="light" role="alert">
          {refused}
        </Alert>
      )}
      <Textarea
        label={words.order.note}
        value={form.note}
        maxLength={500}
        autosize
        minRows={2}
        error={at.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
    </>
  );
}
