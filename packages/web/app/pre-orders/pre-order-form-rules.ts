/** A pre-order as its form has it, and as the service takes it. Pure. */
import type { ApiInput, ApiOutput } from '../../kit/api-types.ts';
import { type ChosenDelivery, deliveryInput } from './delivery-input-rules.ts';

type PreOrder = ApiOutput<'GET /api/user/pre-orders/{pre_order_id}'>;
type Creation = ApiInput<'POST /api/user/pre-orders'>;

export interface PreOrderForm {
  title: string;
  description: string;
  order_type: 'photo' | 'document';
  spec_mode: 'fixed' | 'per_submission';
  size: string;
  paper_type: string;
  quantity: number;
  fit: 'usual' | 'fill' | 'fit';
  color_mode: 'color' | 'monochrome';
  sides: 'one-sided' | 'two-sided-long-edge' | 'two-sided-short-edge';
  max_quantity: number;
  /** As a field of date and time has it, in the reader's zone; empty: none. */
  deadline: string;
  quota_per_person: number | '';
  quota_total: number | '';
  password: string;
  /** Only where there is one: it is to be taken away. */
  withoutPassword: boolean;
  allow: 'anyone' | 'phones';
  /** One a line. */
  phones: string;
  delivery: ChosenDelivery;
  note: string;
}

export const emptyForm: PreOrderForm = {
  title: '',
  description: '',
  order_type: 'photo',
  spec_mode: 'fixed',
  size: '',
  paper_type: '',
  quantity: 1,
  fit: 'usual',
  color_mode: 'color',
  sides: 'one-sided',
  max_quantity: 10,
  deadline: '',
  quota_per_person: '',
  quota_total: '',
  password: '',
  withoutPassword: false,
  allow: 'anyone',
  phones: '',
  delivery: { delivery_method: 'pickup', pickup_point_id: '', address_id: '', shipping_carrier_id: '' },
  note: '',
};

/** `2026-12-31T18:00` in the reader's zone. */
export function localTime(time: string | null): string {
  if (time === null) return '';
  const at = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

export function formOf(preOrder: PreOrder, delivery: ChosenDelivery): PreOrderForm {
  const { fixed_spec: spec } = preOrder;
  const printed = spec && {
    size: spec.size,
    paper_type: spec.paper_type,
    quantity: spec.quantity,
    fit: spec.fit ?? ('usual' as const),
    color_mode: spec.color_mode,
    sides: spec.sides,
  };
  return Object.assign({}, emptyForm, printed, {
    title: preOrder.title,
    description: preOrder.description,
    order_type: preOrder.order_type,
    spec_mode: preOrder.spec_mode,
    max_quantity: preOrder.max_quantity,
    deadline: localTime(preOrder.deadline),
    quota_per_person: preOrder.quota_per_person ?? '',
    quota_total: preOrder.quota_total ?? '',
    allow: preOrder.allow,
    phones: preOrder.allowed_phones.join('\n'),
    delivery,
    note: preOrder.delivery.note,
  });
}

const phonesOf = (text: string): string[] =>
  text
    .split(/[\n,;,;、]/)
    .map((phone) => phone.trim())
    .filter((phone) => phone !== '');

/** What is printed how, of one who chooses for all. */
const specOf = (form: PreOrderForm) => ({
  size: form.size,
  paper_type: form.paper_type,
  quantity: form.quantity,
  color_mode: form.color_mode,
  sides: form.sides,
  ...(form.fit !== 'usual' && { fit: form.fit }),
});

const commonOf = (form: PreOrderForm) => ({
  title: form.title.trim(),
  description: form.description.trim(),
  allow: form.allow,
  ...(form.allow === 'phones' && { allowed_phones: phonesOf(form.phones) }),
  delivery: { ...deliveryInput(form.delivery), ...(form.note.trim() !== '' && { note: form.note.trim() }) },
});

const printOf = (form: PreOrderForm) => ({
  order_type: form.order_type,
  spec_mode: form.spec_mode,
  ...(form.spec_mode === 'fixed' ? specOf(form) : { max_quantity: form.max_quantity }),
});

const timeOf = (deadline: string): string => new Date(deadline).toISOString();

export const creationOf = (form: PreOrderForm, status: 'draft' | 'open'): Creation => ({
  ...commonOf(form),
  ...printOf(form),
  status,
  ...(form.deadline !== '' && { deadline: timeOf(form.deadline) }),
  ...(form.quota_per_person !== '' && { quota_per_person: form.quota_per_person }),
  ...(form.quota_total !== '' && { quota_total: form.quota_total }),
  ...(form.password !== '' && { password: form.password }),
});

/** What was emptied is taken away; a deadline that stays as it was is not said again, for it may have passed. */
export const changesOf = (
  form: PreOrderForm,
  { before, isPrintLocked }: { before: PreOrderForm; isPrintLocked: boolean },
) => ({
  ...commonOf(form),
  ...(!isPrintLocked && printOf(form)),
  ...(form.deadline !== before.deadline && {
    deadline: form.deadline === '' ? null : timeOf(form.deadline),
  }),
  quota_per_person: form.quota_per_person === '' ? null : form.quota_per_person,
  quota_total: form.quota_total === '' ? null : form.quota_total,
  ...(form.withoutPassword ? { password: null } : form.password !== '' && { password: form.password }),
});
