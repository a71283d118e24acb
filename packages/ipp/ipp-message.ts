/**
 * Owns the shape of an IPP message (RFC 8010 section 3) and the small vocabulary to build and to read one.
 * Every value keeps its tag and all of its bytes' meaning, so a decoded message encodes to the same bytes.
 * Must never know about sockets, printers or what an attribute means.
 */

/** Delimiter tags that open a group (RFC 8010 section 3.5.1). */
export const groupTags = {
  operation: 0x01,
  job: 0x02,
  end: 0x03,
  printer: 0x04,
  unsupported: 0x05,
  subscription: 0x06,
  eventNotification: 0x07,
  resource: 0x08,
  document: 0x09,
  system: 0x0a,
} as const;

/** Value tags (RFC 8010 section 3.5.2; the out-of-band ones of RFC 3380 section 8 included). */
export const valueTags = {
  unsupported: 0x10,
  unknown: 0x12,
  noValue: 0x13,
  notSettable: 0x15,
  deleteAttribute: 0x16,
  adminDefine: 0x17,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  octetString: 0x30,
  dateTime: 0x31,
  resolution: 0x32,
  range: 0x33,
  beginCollection: 0x34,
  textWithLanguage: 0x35,
  nameWithLanguage: 0x36,
  endCollection: 0x37,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  uriScheme: 0x46,
  charset: 0x47,
  naturalLanguage: 0x48,
  mimeMediaType: 0x49,
  memberName: 0x4a,
  extension: 0x7f,
} as const;

/** One request or reply. `code` is the operation-id of a request and the status-code of a reply. */
export interface IppMessage {
  version: [major: number, minor: number];
  code: number;
  requestId: number;
  groups: IppGroup[];
}

/** One attribute group; `tag` is its delimiter tag, see {@link groupTags}. */
export interface IppGroup {
  tag: number;
  attributes: IppAttribute[];
}

/** One attribute with one value, or several for a 1setOf; the values of a set may differ in tag. */
export interface IppAttribute {
  name: string;
  values: IppValue[];
}

/** 32-bit signed whole numbers; `enum` is an IPP enum, for instance a job-state. */
export interface IppNumber {
  kind: 'integer' | 'enum';
  tag: number;
  value: number;
}

/** A boolean. */
export interface IppBoolean {
  kind: 'boolean';
  tag: number;
  value: boolean;
}

/** rangeOfInteger, both ends included. */
export interface IppRange {
  kind: 'range';
  tag: number;
  lower: number;
  upper: number;
}

/** Cross-feed and feed resolution; unit 3 is dots per inch, 4 dots per centimetre. */
export interface IppResolution {
  kind: 'resolution';
  tag: number;
  cross: number;
  feed: number;
  unit: number;
}

/** DateAndTime of RFC 2579: fields as sent, so that a printer's time zone survives. */
export interface IppDateTime {
  kind: 'dateTime';
  tag: number;
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  decisecond: number;
  /** `+` or `-`: the direction from UTC. */
  utcDirection: string;
  utcHour: number;
  utcMinute: number;
}

/** Every character-string syntax without a language of its own; `tag` tells keyword from uri from name. */
export interface IppText {
  kind: 'text';
  tag: number;
  text: string;
}

/** textWithLanguage and nameWithLanguage. */
export interface IppLocalizedText {
  kind: 'localizedText';
  tag: number;
  text: string;
  language: string;
}

/** A collection (RFC 8010 section 3.1.6); members are attributes and may be collections themselves. */
export interface IppCollection {
  kind: 'collection';
  tag: number;
  members: IppAttribute[];
}

/** no-value, unknown, unsupported and the like: a tag and nothing else. */
export interface IppOutOfBand {
  kind: 'outOfBand';
  tag: number;
}

/** octetString, tags this codec does not know, and strings that are not UTF-8: kept as bytes. */
export interface IppBytes {
  kind: 'bytes';
  tag: number;
  bytes: Buffer;
}

/** Any value, told apart by `kind`. */
export type IppValue =
  | IppNumber
  | IppBoolean
  | IppRange
  | IppResolution
  | IppDateTime
  | IppText
  | IppLocalizedText
  | IppCollection
  | IppOutOfBand
  | IppBytes;

/** Attributes to send, by name; an array becomes a 1setOf. */
export type IppAttributes = Record<string, IppValue | IppValue[]>;

/** Where attributes can be looked up: a group, or the members of a collection. */
export interface IppAttributeList {
  attributes: IppAttribute[];
}

/** An integer value (-2^31 to 2^31-1). */
export const integer = (value: number): IppNumber => ({ kind: 'integer', tag: valueTags.integer, value });
/** An enum value, for instance 5 for the job-state `processing`. */
export const enumValue = (value: number): IppNumber => ({ kind: 'enum', tag: valueTags.enum, value });
/** A boolean value. */
export const boolean = (value: boolean): IppBoolean => ({ kind: 'boolean', tag: valueTags.boolean, value });
/** A rangeOfInteger value, both ends included. */
export const range = (lower: number, upper: number): IppRange => ({
  kind: 'range',
  tag: valueTags.range,
  lower,
  upper,
});
/** A resolution value; dots per inch unless told otherwise. */
export const resolution = (cross: number, feed: number, unit: 3 | 4 = 3): IppResolution => ({
  kind: 'resolution',
  tag: valueTags.resolution,
  cross,
  feed,
  unit,
});

const textOf = (tag: number) => (value: string) => ({ kind: 'text', tag, text: value }) satisfies IppText;
/** A keyword value. */
export const keyword: (value: string) => IppText = textOf(valueTags.keyword);
/** A nameWithoutLanguage value (at most 255 bytes of UTF-8 by RFC 8011 section 5.1.3). */
export const name: (value: string) => IppText = textOf(valueTags.name);
/** A textWithoutLanguage value (at most 1023 bytes of UTF-8 by RFC 8011 section 5.1.2). */
export const text: (value: string) => IppText = textOf(valueTags.text);
/** A uri value. */
export const uri: (value: string) => IppText = textOf(valueTags.uri);
/** A mimeMediaType value. */
export const mimeMediaType: (value: string) => IppText = textOf(valueTags.mimeMediaType);
/** A charset value. */
export const charset: (value: string) => IppText = textOf(valueTags.charset);
/** A naturalLanguage value. */
export const naturalLanguage: (value: string) => IppText = textOf(valueTags.naturalLanguage);
/** An octetString value. */
export const octets = (bytes: Uint8Array): IppBytes => ({
  kind: 'bytes',
  tag: valueTags.octetString,
  bytes: Buffer.from(bytes),
});
/** An out-of-band value: {@link valueTags}.noValue, .unknown, .unsupported … */
export const outOfBand = (tag: number): IppOutOfBand => ({ kind: 'outOfBand', tag });

/** A dateTime value in UTC, to a tenth of a second. */
export function dateTime(date: Date): IppDateTime {
  return {
    kind: 'dateTime',
    tag: valueTags.dateTime,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    decisecond: Math.floor(date.getUTCMilliseconds() / 100),
    utcDirection: '+',
    utcHour: 0,
    utcMinute: 0,
  };
}

/** Turns `{ name: value | values }` into attributes, in the order of the keys. */
export function attributesOf(attributes: IppAttributes): IppAttribute[] {
  return Object.entries(attributes).map(([key, value]) => ({
    name: key,
    values: Array.isArray(value) ? value : [value],
  }));
}

/** A collection value with the given members. */
export const collection = (members: IppAttributes): IppCollection => ({
  kind: 'collection',
  tag: valueTags.beginCollection,
  members: attributesOf(members),
});

/** All groups of a message with that delimiter tag, in order (Get-Jobs gives one job group a job). */
export const groupsOf = (message: IppMessage, tag: number): IppGroup[] =>
  message.groups.filter((group) => group.tag === tag);

/** The attribute of that name, or undefined; the first one when a sender repeats a name. */
export const findAttribute = (list: IppAttributeList | undefined, key: string): IppAttribute | undefined =>
  list?.attributes.find((attribute) => attribute.name === key);

/** The members of a collection value, to be read as a group is; undefined when it is no collection. */
export const collectionMembers = (value: IppValue | undefined): IppAttributeList | undefined =>
  value?.kind === 'collection' ? { attributes: value.members } : undefined;

/** The string in a value of any character syntax; bytes that are not UTF-8 are read as Latin-1. */
export function valueText(value: IppValue): string | undefined {
  if (value.kind === 'text' || value.kind === 'localizedText') return value.text;
  // Text with a wrong charset arrives as bytes under a character tag (0x40 to 0x5f); octetStrings are no text.
  return value.kind === 'bytes' && value.tag >= 0x40 && value.tag < 0x60
    ? value.bytes.toString('latin1')
    : undefined;
}

/** The number in an integer or enum value. */
export const valueNumber = (value: IppValue): number | undefined =>
  value.kind === 'integer' || value.kind === 'enum' ? value.value : undefined;

/** The moment a dateTime value names. */
export function valueDate(value: IppValue): Date | undefined {
  if (value.kind !== 'dateTime') return undefined;
  const offsetMs = (value.utcHour * 60 + value.utcMinute) * 60_000 * (value.utcDirection === '-' ? -1 : 1);
  return new Date(
    Date.UTC(value.year, value.month - 1, value.day, value.hour, value.minute, value.second) +
      value.decisecond * 100 -
      offsetMs,
  );
}

const defined = <T>(value: T | undefined): value is T => value !== undefined;

/** The strings of an attribute; values of another syntax are left out; empty when it is absent. */
export const attributeTexts = (list: IppAttributeList | undefined, key: string): string[] =>
  (findAttribute(list, key)?.values ?? []).map(valueText).filter(defined);

/** The first string of an attribute. */
export const attributeText = (list: IppAttributeList | undefined, key: string): string | undefined =>
  attributeTexts(list, key)[0];

/** The integers and enums of an attribute; values of another syntax are left out; empty when it is absent. */
export const attributeNumbers = (list: IppAttributeList | undefined, key: string): number[] =>
  (findAttribute(list, key)?.values ?? []).map(valueNumber).filter(defined);

/** The first integer or enum of an attribute. */
export const attributeNumber = (list: IppAttributeList | undefined, key: string): number | undefined =>
  attributeNumbers(list, key)[0];

/** The boolean of an attribute, or undefined when it is absent or of another syntax. */
export function attributeBoolean(list: IppAttributeList | undefined, key: string): boolean | undefined {
  const value = findAttribute(list, key)?.values[0];
  return value?.kind === 'boolean' ? value.value : undefined;
}
