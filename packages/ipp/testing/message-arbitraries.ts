/** Messages and values of every shape for property tests. */
import fc from 'fast-check';
import {
  boolean,
  groupTags,
  type IppAttribute,
  type IppMessage,
  type IppValue,
  outOfBand,
  range,
  resolution,
  valueTags,
} from '../ipp-message.ts';

/** A signed 32-bit whole number. */
export const int32 = fc.integer({ min: -0x80000000, max: 0x7fffffff });
/** 0 to 255. */
export const octet = fc.integer({ min: 0, max: 255 });
/** Text without half characters. */
export const wellFormed = fc.string({ unit: 'grapheme', maxLength: 40 });
const latin1Name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);

/** A value of any syntax but a collection. */
export const plainValue: fc.Arbitrary<IppValue> = fc.oneof(
  fc.record({ kind: fc.constant('integer' as const), tag: fc.constant(valueTags.integer), value: int32 }),
  fc.record({ kind: fc.constant('enum' as const), tag: fc.constant(valueTags.enum), value: int32 }),
  fc.boolean().map(boolean),
  fc.tuple(int32, int32).map(([lower, upper]) => range(lower, upper)),
  fc.tuple(int32, int32, fc.constantFrom(3, 4)).map(([x, y, unit]) => resolution(x, y, unit as 3 | 4)),
  fc.record({
    kind: fc.constant('dateTime' as const),
    tag: fc.constant(valueTags.dateTime),
    year: fc.integer({ min: 0, max: 65535 }),
    month: octet,
    day: octet,
    hour: octet,
    minute: octet,
    second: octet,
    decisecond: octet,
    utcDirection: fc.constantFrom('+', '-'),
    utcHour: octet,
    utcMinute: octet,
  }),
  fc
    .tuple(fc.constantFrom(0x41, 0x42, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x5f), wellFormed)
    .map(([tag, value]) => ({ kind: 'text' as const, tag, text: value })),
  fc
    .tuple(fc.constantFrom(0x35, 0x36), wellFormed, wellFormed)
    .map(([tag, value, language]) => ({ kind: 'localizedText' as const, tag, text: value, language })),
  fc.constantFrom(0x10, 0x12, 0x13, 0x15, 0x16, 0x17, 0x1f).map(outOfBand),
  // 0x24 and 0x6a are registered by nobody; 0x7f is the extension tag.
  fc
    .tuple(fc.constantFrom(0x30, 0x24, 0x6a, 0x7f), fc.uint8Array({ maxLength: 30 }))
    .map(([tag, bytes]) => ({ kind: 'bytes' as const, tag, bytes: Buffer.from(bytes) })),
);

/** A value of any syntax, collections within collections included. */
export const { value: anyValue } = fc.letrec<{ value: IppValue; member: IppAttribute }>((tie) => ({
  member: fc.record({ name: latin1Name, values: fc.array(tie('value'), { minLength: 1, maxLength: 3 }) }),
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 5 },
    plainValue,
    fc
      .array(tie('member'), { maxLength: 3 })
      .map((members) => ({ kind: 'collection' as const, tag: valueTags.beginCollection, members })),
  ),
}));

/** A message of any groups. */
export const anyMessage: fc.Arbitrary<IppMessage> = fc.record({
  version: fc.tuple(octet, octet),
  code: fc.integer({ min: 0, max: 0xffff }),
  requestId: int32,
  groups: fc.array(
    fc.record({
      // Every delimiter but the end, registered (subscription, event, resource, document, system) or not.
      tag: fc.integer({ min: 0x00, max: 0x0f }).filter((tag) => tag !== groupTags.end),
      attributes: fc.array(
        fc.record({ name: latin1Name, values: fc.array(anyValue, { minLength: 1, maxLength: 3 }) }),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 4 },
  ),
});
