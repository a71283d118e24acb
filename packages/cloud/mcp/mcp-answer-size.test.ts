import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { countTokens } from '../../../test/fixtures/mcp/tokens.ts';
import { operations } from '../operations.ts';
import { estimateTokens, fitAnswer, maxAnswerTokens } from './mcp-answer-size.ts';
import { createMcpTools } from './mcp-tools.ts';

const tools = createMcpTools(operations);

interface Shape {
  type?: string | string[];
  format?: string;
  enum?: string[];
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  const?: unknown;
}

/** How many entries a list has, by how deep it lies in lists: of an answer that is read once, and of one that is read part by part. */
const entries = [100, 25, 4, 1];
const entriesInParts = [30, 10, 3, 1];

/** An answer of this shape that is as long as a database full of talkative customers makes it. */
function longest({ type, format, ...shape }: Shape, counts: readonly number[], name = ''): unknown {
  if (shape.anyOf) return longest(shape.anyOf.find((kind) => kind.type !== 'null')!, counts, name);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum.at(-1);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([field, inner]) => [
          field,
          longest(inner, counts, field),
        ]),
      );
    case 'array':
      return Array.from({ length: counts[0] ?? 1 }, () => longest(shape.items ?? {}, counts.slice(1), name));
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return name === 'page' ? 1 : name === 'page_size' ? 100 : 123_456;
    case 'string':
      return textOf(name, format);
    default:
      return null;
  }
}

function textOf(name: string, format: string | undefined): string {
  if (format === 'uuid' || name.endsWith('_id')) return randomUUID();
  if (format === 'uri' || name.endsWith('url'))
    return `https://print.example/api/files/${randomBytes(37).toString('base64url')}`;
  if (format === 'date-time') return new Date().toISOString();
  if (/note|description|message|comment|reason|detail|reply/.test(name))
    return '请把照片印得漂亮一点,谢谢。'.repeat(12);
  return 'Kodak 相纸 glossy 260 g';
}

/** A tool with its longest answer, and how it is made to fit. */
const answerOf = (
  { operation, facts, structured, inParts, listed }: (typeof tools.all)[number],
  counts = entries,
) => {
  const shape = z.toJSONSchema(operation.output, { io: 'input', unrepresentable: 'any' }) as Shape;
  const answer = longest(shape, counts);
  const { longAnswer } = facts;
  const maxTokens = structured ? maxAnswerTokens / 2 : maxAnswerTokens;
  const see = typeof longAnswer === 'object' ? longAnswer.see : undefined;
  const fit = (part?: number) =>
    fitAnswer(answer, { maxTokens, part: inParts ? (part ?? 1) : undefined, see });
  return { name: listed.name, answer, maxTokens, fit };
};

describe.each(tools.all.map((tool) => answerOf(tool)))('$name', ({ answer, maxTokens, fit }) => {
  it('stays within its tokens, and says so where something is missing', () => {
    const { output, note = '' } = fit();
    expect(countTokens(JSON.stringify(output)) + countTokens(note)).toBeLessThanOrEqual(maxTokens);
    expect(Object.keys(output as object)).toEqual(Object.keys(answer as object));
    expect(note !== '').toBe(JSON.stringify(output) !== JSON.stringify(answer));
    // Who reads the note must be able to get at the rest.
    if (note !== '')
      expect(note).toMatch(/Call again with part|go on with page|has them all|has the rest|Shown: |^Of long/);
  });
});

const inParts = tools.all.filter((tool) => tool.inParts);

describe.each(inParts.map((tool) => answerOf(tool, entriesInParts)))('$name', ({ answer, fit }) => {
  it('has all entries of its lists in its parts, each once', () => {
    const lists = Object.entries(answer as object).filter(([, value]) => Array.isArray(value));
    const parts = Number(/^.*Part 1 of (\d+)/s.exec(fit().note ?? '')?.[1] ?? 1);
    const found = Array.from(
      { length: parts },
      (_, index) => fit(index + 1).output as Record<string, unknown[]>,
    );
    for (const [name, list] of lists) {
      const isWhole = found.every((part) => JSON.stringify(part[name]) === JSON.stringify(list));
      const length = (list as unknown[]).length;
      expect(isWhole ? length : found.flatMap((part) => part[name]!).length).toBe(length);
    }
    expect(() => fit(parts + 1)).toThrow(/^part: there is no part/);
  });
});

describe('the estimate', () => {
  const texts = {
    words: 'The pre-order is open: photos can be submitted until Friday, and the owner decides. '.repeat(50),
    json: JSON.stringify(tools.all.map((tool) => tool.listed)),
    ids: Array.from({ length: 200 }, () => randomUUID()).join('","'),
    addresses: Array.from({ length: 200 }, () => textOf('url', 'uri')).join('","'),
    chinese: '请把照片印得漂亮一点,谢谢。浙江省杭州市西湖区文三路一号,收货人李小明。'.repeat(50),
    numbers: Array.from({ length: 500 }, (_, index) => index * 7919).join(','),
    hashes: Array.from({ length: 50 }, () => randomBytes(32).toString('hex')).join('","'),
  };
  it.each(Object.entries(texts))(
    'of %s is no less than what a model counts, and not twice as much',
    (_, text) => {
      const real = countTokens(text);
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(real * 0.97);
      expect(estimateTokens(text)).toBeLessThan(real * 2);
    },
  );
});

describe('a page that is too long', () => {
  const pageOf = (page: number, bytes: number) => ({
    items: Array.from({ length: 20 }, (_, index) => ({
      at: (page - 1) * 20 + index,
      text: 'word '.repeat(bytes),
    })),
    page,
    page_size: 20,
    total: 400,
  });
  it.each([1, 2, 5])('is one of a smaller size that begins at the same entry (page %i)', (page) => {
    const { output, note } = fitAnswer(pageOf(page, 1000), {
      maxTokens: 8000,
      part: undefined,
      see: undefined,
    });
    const fitted = output as ReturnType<typeof pageOf>;
    expect(fitted.page_size).toBe(5);
    expect(fitted.items[0]!.at).toBe((fitted.page - 1) * fitted.page_size);
    expect(fitted.items.map((item) => item.at)).toEqual([0, 1, 2, 3, 4].map((at) => at + (page - 1) * 20));
    expect(note).toContain(`page ${fitted.page + 1} and page_size 5`);
  });

  it('stays as it is when it fits', () => {
    const short = pageOf(1, 10);
    expect(fitAnswer(short, { maxTokens: 8000, part: undefined, see: undefined })).toEqual({
      output: short,
      note: undefined,
    });
  });
});
