import { ImagingRefusal, type ImagingRefusalReason } from '@platen/imaging/imaging-refusal';
import { expect, it } from 'vitest';
import { ApiError, type ApiErrorCode } from '../api.ts';
import { fileRefusalText, mayRetry } from './file-refusals.ts';

const refused = (message: string, code: ApiErrorCode = 'unprocessable') =>
  new ApiError(message, { status: 422, code, retryAfterSeconds: undefined });

const reasons: readonly ImagingRefusalReason[] = [
  'empty',
  'unknown_type',
  'cannot_decode',
  'truncated',
  'too_many_pixels',
  'encrypted',
  'no_pages',
  'contradicts_itself',
  'not_accepted',
  'took_too_long',
  'process_ended',
];

it.each(reasons)('%s is said in Chinese, and in English without the field', (reason) => {
  const { message } = new ImagingRefusal(reason);
  expect(fileRefusalText(refused(`file: ${message}`), 'zh')).toMatch(/[\u4e00-\u9fff].*。$/);
  expect(fileRefusalText(refused(`file: ${message}`), 'en')).toBe(message);
});

it('a number in it is kept', () => {
  expect(fileRefusalText(refused('The file is larger than 20 MiB.', 'too_large'), 'zh')).toBe(
    '文件超过 20 MiB。',
  );
});

it('what is not known is left to the words of its code, and a lost connection too', () => {
  expect(fileRefusalText(refused('file: has a quirk.'), 'zh')).toBeUndefined();
  expect(fileRefusalText(refused('file: has a quirk.'), 'en')).toBe('Has a quirk.');
  expect(fileRefusalText(refused('No answer came.', 'offline'), 'en')).toBeUndefined();
  expect(fileRefusalText(new Error('x'), 'en')).toBeUndefined();
});

it('a file that was refused for what it is is not sent again', () => {
  const met = (status: number, code: ApiErrorCode) =>
    mayRetry(new ApiError('x', { status, code, retryAfterSeconds: undefined }));
  expect([met(422, 'unprocessable'), met(413, 'too_large'), met(0, 'file_gone')]).toEqual([
    false,
    false,
    false,
  ]);
  expect([
    met(500, 'internal'),
    met(0, 'offline'),
    met(429, 'rate_limited'),
    mayRetry(new Error('x')),
  ]).toEqual([true, true, true, true]);
});
