import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMessageReader, decodeMessage, encodeMessage, IppDecodeError } from './ipp-codec.ts';
import {
  attributeBoolean,
  attributesOf,
  boolean,
  charset,
  collection,
  enumValue,
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
  valueTags,
} from './ipp-message.ts';

import { anyValue, int32, plainValue, wellFormed } from './testing/message-arbitraries.ts';

describe('each syntax', () => {
  const inMessage = (values: IppValue[]): IppMessage => ({
    version: [2, 0],
    code: 0,
    requestId: 1,
    groups: [
      { tag: groupTags.job, attributes: [{ name: 'a', values }] },
      // As a member, and as a member of a member, beside another.
      {
        tag: groupTags.document,
        attributes: attributesOf({ b: collection({ c: values, d: collection({ e: values }) }) }),
      },
    ],
  });
  const syntaxes: [string, fc.Arbitrary<IppValue>][] = [
    ['integer', int32.map(integer)],
    ['enum', int32.map(enumValue)],
    ['boolean', fc.boolean().map(boolean)],
    ['rangeOfInteger', fc.tuple(int32, int32).map(([lower, upper]) => range(lower, upper))],
    [
      'resolution',
      fc
        .tuple(int32, int32, fc.integer({ min: -128, max: 127 }))
        .map(([x, y, unit]) => ({ ...resolution(x, y), unit })),
    ],
    ['dateTime', plainValue.filter(({ kind }) => kind === 'dateTime')],
    ['text', wellFormed.map(text)],
    ['name', wellFormed.map(name)],
    ['keyword', wellFormed.map(keyword)],
    ['uri', wellFormed.map(uri)],
    ['charset', wellFormed.map(charset)],
    ['naturalLanguage', wellFormed.map(naturalLanguage)],
    ...[valueTags.uriScheme, valueTags.mimeMediaType, 0x43, 0x5f].map(
      (tag): [string, fc.Arbitrary<IppValue>] => [
        `text of tag ${tag}`,
        wellFormed.map((value) => ({ kind: 'text', tag, text: value })),
      ],
    ),
    ...[valueTags.textWithLanguage, valueTags.nameWithLanguage].map(
      (tag): [string, fc.Arbitrary<IppValue>] => [
        `text with language of tag ${tag}`,
        fc
          .tuple(wellFormed, wellFormed)
          .map(([value, language]) => ({ kind: 'localizedText', tag, text: value, language })),
      ],
    ),
    ['octetString', fc.uint8Array({ maxLength: 300 }).map(octets)],
    ['out of band', fc.integer({ min: 0x10, max: 0x1f }).map(outOfBand)],
    // What nobody has registered, RFC 8010's extension tag, and the collections' own tags left out.
    [
      'a tag that is not known',
      fc
        .tuple(
          fc
            .integer({ min: 0x20, max: 0xff })
            .filter((tag) => (tag < 0x40 || tag > 0x5f) && !Object.values(valueTags).includes(tag as never)),
          fc.uint8Array({ maxLength: 300 }),
        )
        .map(([tag, bytes]) => ({ kind: 'bytes', tag, bytes: Buffer.from(bytes) })),
    ],
    ['mixed with others', anyValue],
  ];

  it.each(syntaxes)('%s: comes back as it was, alone, in a set and in collections', (_syntax, arbitrary) => {
    fc.assert(
      fc.property(fc.array(arbitrary, { minLength: 1, maxLength: 4 }), (values) => {
        const bytes = encodeMessage(inMessage(values));
        expect(decodeMessage(bytes).message).toEqual(inMessage(values));
        expect(encodeMessage(decodeMessage(bytes).message)).toEqual(bytes);
      }),
      { numRuns: 150 },
    );
  });

  it.each(syntaxes)('%s: every truncation throws', (_syntax, arbitrary) => {
    fc.assert(
      fc.property(fc.array(arbitrary, { minLength: 1, maxLength: 2 }), (values) => {
        const bytes = encodeMessage(inMessage(values));
        for (let length = 0; length < bytes.length; length += 1) {
          expect(() => decodeMessage(bytes.subarray(0, length))).toThrow(IppDecodeError);
          const reader = createMessageReader();
          expect(reader.feed(bytes.subarray(0, length))).toBeUndefined();
          expect(() => reader.end()).toThrow(IppDecodeError);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('a boolean that is neither 0 nor 1 is kept, and is neither', () => {
    const bytes = encodeMessage(
      inMessage([{ kind: 'bytes', tag: valueTags.boolean, bytes: Buffer.of(0xff) }]),
    );
    const { message } = decodeMessage(bytes);
    expect(encodeMessage(message)).toEqual(bytes);
    expect(attributeBoolean(message.groups[0], 'a')).toBeUndefined();
  });
});

describe('hostile messages', () => {
  const header = Buffer.from([2, 0, 0, 0, 0, 0, 0, 1]);

  it.each([
    ['groups without end', Buffer.alloc(4_000_000, groupTags.job)],
    [
      'values without end',
      Buffer.concat([
        Buffer.from([groupTags.job, 0x13, 0, 1, 0x61, 0, 0]),
        Buffer.alloc(4_000_000).fill(Buffer.from([0x13, 0, 0, 0, 0])),
      ]),
    ],
    [
      'collections without end',
      Buffer.concat([
        Buffer.from([groupTags.job]),
        Buffer.alloc(4_000_000).fill(Buffer.from([0x34, 0, 1, 0x61, 0, 0])),
      ]),
    ],
  ])('%s are refused before they become objects', (_what, body) => {
    expect(() => decodeMessage(Buffer.concat([header, body]))).toThrow(IppDecodeError);
    const reader = createMessageReader(8_000_000);
    expect(() => {
      reader.feed(Buffer.concat([header, body]));
      reader.end();
    }).toThrow(IppDecodeError);
  });

  it('a length that claims more than there is allocates nothing', () => {
    const claim = Buffer.from([groupTags.job, 0x44, 0x7f, 0xff, 0x61]);
    expect(() => decodeMessage(Buffer.concat([header, claim]))).toThrow(IppDecodeError);
  });
});
