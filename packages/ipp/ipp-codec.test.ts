import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createMessageReader,
  decodeMessage,
  encodeMessage,
  IppDecodeError,
  IppEncodeError,
} from './ipp-codec.ts';
import {
  attributeBoolean,
  attributeNumber,
  attributesOf,
  attributeText,
  attributeTexts,
  boolean,
  charset,
  collection,
  collectionMembers,
  dateTime,
  enumValue,
  findAttribute,
  groupsOf,
  groupTags,
  type IppMessage,
  type IppValue,
  integer,
  keyword,
  name,
  naturalLanguage,
  octets,
  outOfBand,
  range,
  resolution,
  text,
  uri,
  valueDate,
  valueTags,
} from './ipp-message.ts';

import { anyMessage, octet } from './testing/message-arbitraries.ts';

/** A reply as a printer gives it, with every syntax in it. */
const reply: IppMessage = {
  version: [2, 0],
  code: 0,
  requestId: 77,
  groups: [
    {
      tag: groupTags.operation,
      attributes: attributesOf({
        'attributes-charset': charset('utf-8'),
        'attributes-natural-language': naturalLanguage('en'),
      }),
    },
    {
      tag: groupTags.printer,
      attributes: attributesOf({
        'printer-state': enumValue(3),
        'printer-name': name('相片 1'),
        'printer-info': {
          kind: 'localizedText',
          tag: valueTags.textWithLanguage,
          text: 'Foto',
          language: 'de',
        },
        'marker-levels': [integer(-3), integer(80)],
        'copies-supported': range(1, 999),
        'color-supported': boolean(true),
        'printer-resolution-supported': [resolution(300, 300), resolution(118, 118, 4)],
        'printer-current-time': dateTime(new Date('2026-11-21T01:02:03.400Z')),
        'printer-alert': octets(Buffer.from([0, 255, 10])),
        'media-ready': [keyword('iso_a4_210x297mm'), name('Our own paper')],
        'media-col-ready': [
          collection({
            'media-size': collection({ 'x-dimension': integer(10200), 'y-dimension': integer(15200) }),
            'media-type': keyword('photographic-glossy'),
          }),
          collection({ 'media-top-margin': [integer(0), integer(423)] }),
        ],
        'job-password': outOfBand(valueTags.noValue),
      }),
    },
  ],
};

describe('encodeMessage and decodeMessage', () => {
  it('give back every message unchanged', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const bytes = encodeMessage(message);
        const decoded = decodeMessage(bytes);
        expect(decoded.message).toEqual(message);
        expect(decoded.bodyOffset).toBe(bytes.length);
        expect(encodeMessage(decoded.message)).toEqual(bytes);
      }),
      { numRuns: 500 },
    );
  });

  it('encode the example of RFC 8010 appendix A.1 to its bytes', () => {
    const message: IppMessage = {
      version: [1, 1],
      code: 2,
      requestId: 1,
      groups: [
        {
          tag: groupTags.operation,
          attributes: attributesOf({
            'attributes-charset': charset('utf-8'),
            'attributes-natural-language': naturalLanguage('en-us'),
          }),
        },
        { tag: groupTags.job, attributes: attributesOf({ copies: integer(20) }) },
      ],
    };
    const expected =
      '0101000200000001' +
      `01470012${Buffer.from('attributes-charset').toString('hex')}0005${Buffer.from('utf-8').toString('hex')}` +
      `48001b${Buffer.from('attributes-natural-language').toString('hex')}0005${Buffer.from('en-us').toString('hex')}` +
      `02210006${Buffer.from('copies').toString('hex')}000400000014` +
      '03';
    expect(encodeMessage(message).toString('hex')).toBe(expected);
  });

  it('refuse every truncation, with an offset inside the message', () => {
    const bytes = encodeMessage(reply);
    for (let length = 0; length < bytes.length; length += 1) {
      let caught: unknown;
      try {
        decodeMessage(bytes.subarray(0, length));
      } catch (error) {
        caught = error;
      }
      expect(caught, `cut to ${length} bytes`).toBeInstanceOf(IppDecodeError);
      expect((caught as IppDecodeError).offset).toBeLessThanOrEqual(length);
    }
  });

  it('never hang or crash on random or damaged bytes', () => {
    const good = encodeMessage(reply);
    const damaged = fc
      .array(fc.tuple(fc.integer({ min: 0, max: good.length - 1 }), octet), { minLength: 1, maxLength: 4 })
      .map((changes) => {
        const bytes = Buffer.from(good);
        for (const [at, value] of changes) bytes[at] = value;
        return bytes;
      });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), (bytes) => {
        try {
          const { message } = decodeMessage(bytes);
          expect(decodeMessage(encodeMessage(message)).message).toEqual(message);
        } catch (error) {
          // An attribute without a name decodes nowhere, so whatever decodes also encodes.
          expect(error).toBeInstanceOf(IppDecodeError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('keep text that is not UTF-8 byte for byte and read it as Latin-1', () => {
    const bytes = encodeMessage({
      ...reply,
      groups: [
        {
          tag: groupTags.printer,
          attributes: [
            {
              name: 'printer-info',
              values: [{ kind: 'bytes', tag: valueTags.text, bytes: Buffer.of(0xe9, 0x41) }],
            },
          ],
        },
      ],
    });
    const { message } = decodeMessage(bytes);
    expect(encodeMessage(message)).toEqual(bytes);
    expect(attributeText(message.groups[0], 'printer-info')).toBe('éA');
  });

  it('refuse collections nested without end', () => {
    let value: IppValue = integer(1);
    for (let depth = 0; depth < 40; depth += 1) value = collection({ deeper: value });
    const message = { ...reply, groups: [{ tag: groupTags.job, attributes: attributesOf({ deep: value }) }] };
    expect(() => decodeMessage(encodeMessage(message))).toThrow(/nested deeper/);
  });

  it.each<[string, IppValue]>([
    ['a fraction', integer(1.5)],
    ['a number beyond 32 bits', integer(0x80000000)],
    ['a text beyond 32,767 bytes', text('x'.repeat(32_768))],
    ['a tag of a group', { kind: 'bytes', tag: 0x04, bytes: Buffer.alloc(0) }],
  ])('refuse to encode %s', (_what, value) => {
    const groups = [{ tag: groupTags.job, attributes: attributesOf({ bad: value }) }];
    expect(() => encodeMessage({ ...reply, groups })).toThrow(IppEncodeError);
  });

  it.each<[string, IppValue | string]>([
    ['half a character', text('\ud83d')],
    ['a tag of another kind', { kind: 'integer', tag: valueTags.text, value: 1 }],
    ['a unit beyond a byte', { ...resolution(1, 1), unit: 300 as 3 }],
    ['a name beyond Latin-1', '纸'],
  ])('refuse to encode %s instead of bending it', (_what, value) => {
    const attributes = typeof value === 'string' ? { [value]: integer(1) } : { bad: value };
    const groups = [{ tag: groupTags.job, attributes: attributesOf(attributes) }];
    expect(() => encodeMessage({ ...reply, groups })).toThrow(IppEncodeError);
  });

  it.each([
    ['a version', { version: [2, 256] as [number, number] }],
    ['a code', { code: 0x10000 }],
    ['a request id', { requestId: 0x80000000 }],
  ])('refuse %s out of range', (_what, change) => {
    expect(() => encodeMessage({ ...reply, ...change })).toThrow(IppEncodeError);
  });

  it('refuse to encode an attribute without a value', () => {
    const groups = [{ tag: groupTags.job, attributes: attributesOf({ bad: [] }) }];
    expect(() => encodeMessage({ ...reply, groups })).toThrow(IppEncodeError);
  });
});

describe('createMessageReader', () => {
  it('finds the end of the attributes however the bytes are cut', () => {
    const document = Buffer.from([0xff, 0xd8, 0x03, 0x03, 0x00]);
    fc.assert(
      fc.property(
        anyMessage,
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
        (message, sizes) => {
          const whole = Buffer.concat([encodeMessage(message), document]);
          const reader = createMessageReader();
          let at = 0;
          for (let turn = 0; at < whole.length; turn += 1) {
            const end = at + (sizes[turn % sizes.length] as number);
            const read = reader.feed(whole.subarray(at, end));
            at = Math.min(end, whole.length);
            if (!read) continue;
            expect(read.message).toEqual(message);
            expect(Buffer.concat([read.rest, whole.subarray(at)])).toEqual(document);
            expect(() => reader.end()).not.toThrow();
            return;
          }
          throw new Error('the reader never finished');
        },
      ),
      { numRuns: 200 },
    );
  });

  it('throws at the end when the attributes were cut off', () => {
    const reader = createMessageReader();
    expect(reader.feed(encodeMessage(reply).subarray(0, -1))).toBeUndefined();
    expect(() => reader.end()).toThrow(IppDecodeError);
  });

  it('refuses attributes without end', () => {
    const reader = createMessageReader(10_000);
    reader.feed(Buffer.from([2, 0, 0, 2, 0, 0, 0, 1]));
    const endless = Buffer.alloc(1000, 0x01);
    expect(() => {
      for (let turn = 0; turn < 20; turn += 1) reader.feed(endless);
    }).toThrow(/more than 10000 bytes/);
  });
});

describe('readers', () => {
  const printer = groupsOf(reply, groupTags.printer)[0];

  it('read each syntax, and undefined for what is absent or of another syntax', () => {
    expect(attributeText(printer, 'printer-name')).toBe('相片 1');
    expect(attributeText(printer, 'printer-info')).toBe('Foto');
    expect(attributeTexts(printer, 'media-ready')).toEqual(['iso_a4_210x297mm', 'Our own paper']);
    expect(attributeNumber(printer, 'printer-state')).toBe(3);
    expect(attributeBoolean(printer, 'color-supported')).toBe(true);
    expect(attributeNumber(printer, 'printer-name')).toBeUndefined();
    expect(attributeText(printer, 'absent')).toBeUndefined();
    expect(attributeText(undefined, 'absent')).toBeUndefined();
    const [media] = findAttribute(printer, 'media-col-ready')?.values ?? [];
    const size = findAttribute(collectionMembers(media), 'media-size')?.values[0];
    expect(attributeNumber(collectionMembers(size), 'x-dimension')).toBe(10200);
    expect(collectionMembers(uri('ipp://x'))).toBeUndefined();
  });

  it('read a dateTime with its offset from UTC', () => {
    const value = { ...dateTime(new Date('2026-11-21T09:30:00.500Z')), utcDirection: '+', utcHour: 8 };
    expect(valueDate(value)?.toISOString()).toBe('2026-11-21T01:30:00.500Z');
  });
});
