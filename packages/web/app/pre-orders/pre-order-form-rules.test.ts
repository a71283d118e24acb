import { expect, it } from 'vitest';
import { changesOf, creationOf, emptyForm, localTime, type PreOrderForm } from './pre-order-form-rules.ts';

const form = (more: Partial<PreOrderForm> = {}): PreOrderForm =>
  Object.assign({}, emptyForm, { title: ' Class 3b ', size: '4x6', paper_type: 'glossy' }, more);

it('what is left empty is not said; what each chooses is not said for all', () => {
  expect(creationOf(form(), 'draft')).toEqual({
    title: 'Class 3b',
    description: '',
    allow: 'anyone',
    delivery: { delivery_method: 'pickup' },
    order_type: 'photo',
    spec_mode: 'fixed',
    size: '4x6',
    paper_type: 'glossy',
    quantity: 1,
    color_mode: 'color',
    sides: 'one-sided',
    status: 'draft',
  });
  const each = creationOf(form({ spec_mode: 'per_submission', max_quantity: 3 }), 'open');
  expect(each).toMatchObject({ spec_mode: 'per_submission', max_quantity: 3, status: 'open' });
  expect(each).not.toHaveProperty('size');
});

it('a deadline is the minute that was chosen, in the zone of who chose it', () => {
  const chosen = '2030-01-02T03:04';
  const { deadline } = creationOf(form({ deadline: chosen }), 'open');
  expect(localTime(deadline!)).toBe(chosen);
});

it('what is emptied is taken away, what stays is left alone', () => {
  const before = form({ deadline: '2020-01-01T00:00', quota_total: 5 });
  const same = changesOf(before, { before, isPrintLocked: true });
  expect(same).not.toHaveProperty('deadline');
  expect(same).not.toHaveProperty('size');
  expect(same).not.toHaveProperty('password');
  expect(same).toMatchObject({ quota_total: 5, quota_per_person: null });
  const emptied = form({ withoutPassword: true, phones: '1, 2;3\n\n4', allow: 'phones' });
  expect(changesOf(emptied, { before, isPrintLocked: false })).toMatchObject({
    deadline: null,
    quota_total: null,
    password: null,
    size: '4x6',
    allowed_phones: ['1', '2', '3', '4'],
  });
});
