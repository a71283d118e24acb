/** What an owner sets on a pre-order: the fields as they come in, and the row that they make of it. */
import { AppError } from '@platen/contracts/app-error';
import { preOrderChoices } from '@platen/contracts/print-choices';
import { id, line, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { refuseDeliveryFields } from '../orders/delivery-rules.ts';
import {
  maxPhotos,
  type PrintSpec,
  plainPhone,
  readSpec,
  type SpecOffer,
  type SpecWish,
  wishOf,
} from './pre-order-rules.ts';
import type { PreOrderTable } from './pre-order-tables.ts';

const passwordError = 'must be a text of 4 to 100 characters';
const phonesError = 'must be a list of at most 500 phone numbers';

/** How photos are printed: set by the owner in spec_mode fixed, by each submitter otherwise. */
export const specFields = {
  size: line(1, 40).optional().describe('Code from get_print_options, e.g. 4x6'),
  paper_type: line(1, 40).optional().describe('Code from get_print_options, e.g. glossy'),
  quantity: wholeNumber(1, 99).optional().describe('Copies of each photo; default 1'),
  ...preOrderChoices,
};

/** How the order is delivered that is made of the pre-order. */
export const deliveryFields = {
  delivery_method: z.enum(['pickup', 'shipping', 'express']).optional().describe('Default pickup'),
  pickup_point_id: id('From list_pickup_points; default: at the shop itself').optional(),
  address_id: id('For shipping and express: from list_addresses; default: the default one').optional(),
  shipping_carrier_id: id('From get_shipping_carriers; default: the first that takes it').optional(),
  note: line(0, 500).optional().describe('For the shop'),
};

const title = line(1, 120).describe('What submitters see first');
const orderType = z.enum(['photo', 'document']).describe('photo takes pictures alone, document PDFs as well');
const specMode = z
  .enum(['fixed', 'per_submission'])
  .describe(
    'fixed: size, paper_type and quantity are set here for all; per_submission: each submitter chooses',
  );

const optionalFields = {
  description: line(0, 2000).optional().describe('What it is about'),
  ...specFields,
  max_quantity: wholeNumber(1, 99)
    .optional()
    .describe('With per_submission: most copies of a photo; default 10'),
  deadline: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-12-31T18:00:00+08:00 (RFC 3339)' })
    .nullable()
    .optional()
    .describe('RFC 3339; nothing is taken from then on'),
  quota_per_person: wholeNumber(1, maxPhotos).nullable().optional().describe('Most photos of one account'),
  quota_total: wholeNumber(1, maxPhotos)
    .nullable()
    .optional()
    .describe(`Most photos in all, ${maxPhotos} unless told`),
  password: z
    .string({ error: passwordError })
    .min(4, { error: passwordError })
    .max(100, { error: passwordError })
    .nullable()
    .optional()
    .describe('Submitters must give it'),
  allow: z
    .enum(['anyone', 'phones'])
    .optional()
    .describe('anyone with the code (default), or only allowed_phones'),
  allowed_phones: z
    .array(
      line(5, 30).refine((phone) => /^\+?[\d\s().-]+$/.test(phone), {
        error: 'must be a phone number such as +8613800000001',
      }),
      {
        error: phonesError,
      },
    )
    .max(500, { error: phonesError })
    .optional()
    .describe('Phone numbers of those who may submit'),
  delivery: z.strictObject(deliveryFields).optional().describe('Of the later order; replaces what was set'),
};

export const creationFields = { title, order_type: orderType, spec_mode: specMode, ...optionalFields };

export const updateFields = {
  title: title.optional(),
  order_type: orderType.optional(),
  spec_mode: specMode.optional(),
  ...optionalFields,
};

const settings = z.strictObject(updateFields);
export type Settings = z.output<typeof settings>;

/** The row with these settings. Throws unprocessable for what can't be had; the password is not looked at. */
export function withSettings(
  before: PreOrderTable,
  wanted: Settings,
  { now, ...offer }: SpecOffer & { now: number },
): PreOrderTable {
  const { title, description, order_type, max_quantity, quota_per_person, quota_total, allow } = wanted;
  const given = { title, description, order_type, max_quantity, quota_per_person, quota_total, allow };
  const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after: PreOrderTable = { ...before, ...changed, spec_mode: wanted.spec_mode ?? before.spec_mode };
  after.spec = specOf(before, after, { wanted, offer });
  if (wanted.deadline !== undefined) after.deadline_at = deadlineOf(wanted.deadline, now);
  if (wanted.allowed_phones) {
    after.phones = JSON.stringify([...new Set(wanted.allowed_phones.map(plainPhone))]);
  }
  if (after.allow === 'phones' && after.phones === '[]') {
    throw new AppError(
      'unprocessable',
      'allowed_phones: with allow "phones" at least one number must be listed.',
    );
  }
  if (wanted.delivery) {
    const refusal = refuseDelivery(wanted.delivery);
    if (refusal) throw new AppError('malformed', `delivery.${refusal}`);
    after.delivery = JSON.stringify(wanted.delivery);
  }
  return after;
}

const refuseDelivery = ({
  delivery_method = 'pickup',
  ...more
}: NonNullable<Settings['delivery']>): string | undefined =>
  refuseDeliveryFields({ delivery_method, ...more });

function specOf(
  before: PreOrderTable,
  after: PreOrderTable,
  { wanted, offer }: { wanted: Settings; offer: SpecOffer },
): string | null {
  const changes = Object.entries(wishOf(wanted)).filter(([, value]) => value !== undefined);
  if (after.spec_mode === 'per_submission') {
    const [field] = changes;
    if (!field) return null;
    throw new AppError(
      'unprocessable',
      `${field[0]}: in spec_mode per_submission each submitter chooses it; leave it out.`,
    );
  }
  if (changes.length === 0 && before.spec !== null) return before.spec;
  const known: SpecWish = before.spec === null ? {} : (JSON.parse(before.spec) as PrintSpec);
  const spec = { quantity: 1, color_mode: 'color', ...known, ...Object.fromEntries(changes) } as SpecWish;
  for (const field of ['size', 'paper_type'] as const) {
    if (spec[field] === undefined) {
      throw new AppError(
        'unprocessable',
        `${field}: is missing; spec_mode fixed needs it (get_print_options).`,
      );
    }
  }
  const read = readSpec(offer, spec as PrintSpec);
  if (typeof read === 'string') throw new AppError('unprocessable', read);
  return JSON.stringify(read);
}

function deadlineOf(deadline: string | null, now: number): number | null {
  if (deadline === null) return null;
  const at = Date.parse(deadline);
  if (at <= now) throw new AppError('unprocessable', 'deadline: must be in the future.');
  return at;
}
