/** Examples: which fields they have, what stands in them, and that hostile or unusual values stay values in all three languages. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createOpenApi } from '../http/openapi.ts';
import { operations } from '../operations.ts';
import { createExample, type ExampleSubject, ExampleVariable } from './example-request.ts';
import { exampleTexts } from './example-text.ts';
import { variableSources } from './example-values.ts';
import { innerFields } from './field-table.ts';
import { createReference } from './reference-page.ts';

const origin = 'http://127.0.0.1:8080';

const subjectOf = (more: Partial<ExampleSubject>): ExampleSubject => ({
  name: 'create_thing',
  method: 'POST',
  path: '/api/things',
  input: {},
  takesFile: false,
  needsKey: true,
  takesIdempotencyKey: false,
  chosen: {},
  ...more,
});
const text = { type: 'string' };

describe('an example', () => {
  it('has what is required and what was chosen, and nothing else', () => {
    const input = {
      properties: { size: text, note: text, quantity: { type: 'integer' }, color_mode: text },
      required: ['size'],
    };
    const { body } = createExample(subjectOf({ input, chosen: { quantity: 7 } }), origin);
    expect(body).toEqual({ size: '4x6', quantity: 7 });
  });

  it('puts a variable where an id goes, whatever was chosen, also deep within', () => {
    const item = { type: 'object', properties: { photo_id: text, size: text } };
    const input = {
      properties: { items: { type: 'array', items: item }, order_id: text },
      required: ['order_id'],
    };
    const chosen = { items: [{ photo_id: 'photo_id', size: '5x7' }] };
    const { body, variables } = createExample(subjectOf({ input, chosen }), origin);
    const photo = new ExampleVariable(variableSources.photo_id!);
    expect(body).toEqual({
      items: [{ photo_id: photo, size: '5x7' }],
      order_id: new ExampleVariable(variableSources.order_id!),
    });
    expect(variables.map(({ variable }) => variable)).toEqual(['PHOTO_ID', 'ORDER_ID']);
  });

  it('sends as many as a list must have, each a variable of its own', () => {
    const input = {
      properties: { photo_ids: { type: 'array', items: text, minItems: 3 } },
      required: ['photo_ids'],
    };
    const { variables } = createExample(subjectOf({ input }), origin);
    expect(variables.map(({ variable }) => variable)).toEqual(['PHOTO_ID', 'PHOTO_ID_2', 'PHOTO_ID_3']);
  });

  it('has fields of the path in the path and those of a GET in the query, encoded', () => {
    const input = { properties: { order_id: text, search: text, page: text }, required: ['order_id'] };
    const subject = subjectOf({
      method: 'GET',
      path: '/api/things/{order_id}/parts',
      input,
      chosen: { search: 'a b&c', page: 2 },
    });
    const { url, body } = createExample(subject, origin);
    const order = new ExampleVariable(variableSources.order_id!);
    expect(url).toEqual([`${origin}/api/things/`, order, '/parts?search=a%20b%26c&page=2']);
    expect(body).toBeUndefined();
  });

  it('keeps to the shape where the usual value has another', () => {
    const input = {
      properties: {
        status: { type: 'string', enum: ['closed', 'draft'] },
        amount: { type: 'string', const: 'all' },
      },
      required: ['status', 'amount'],
    };
    expect(createExample(subjectOf({ input }), origin).body).toEqual({ status: 'closed', amount: 'all' });
  });

  it('asks the reader, in the words of the field, where nobody said what a field holds', () => {
    const flavour = { type: 'string', description: 'How it tastes' };
    const input = { properties: { flavour }, required: ['flavour'] };
    const { variables } = createExample(subjectOf({ input }), origin);
    expect(variables).toEqual([{ variable: 'FLAVOUR', said: 'How it tastes' }]);
  });
});

describe('its texts', () => {
  const hostile = `'"\`$(touch x) \${PATH} $HOME \\ {name} %s\n 李 </script>`;

  it('hold any value as it is, and nothing of it runs', () => {
    const input = { properties: { note: text, order_id: text }, required: ['note', 'order_id'] };
    const request = createExample(subjectOf({ input, chosen: { note: hostile } }), origin);
    const { curl, javascript, python } = exampleTexts(request);
    const expected = JSON.stringify({ note: hostile, order_id: 'abc' });
    const env = { PATH: process.env.PATH!, ORDER_ID: 'abc', PLATEN_API_KEY: 'k', PYTHONUTF8: '1' };
    const ran = (program: string, args: string[]) => execFileSync(program, args, { env, encoding: 'utf8' });
    const readBody = curl
      .replace(/^curl .*$/m, 'cat \\')
      .replace(/^ {2}-[^d].*\n/gm, '')
      .replace('-d @-', '-');
    expect(JSON.parse(ran('bash', ['--norc', '-c', readBody]))).toEqual(JSON.parse(expected));
    const shown = `globalThis.fetch = async (_, { body }) => { process.stdout.write(body); process.exit(); };\n${javascript}`;
    expect(ran(process.execPath, ['--input-type=module', '-e', shown])).toBe(expected);
    expect(python).toContain(`'order_id': order_id,`);
    expect(python).not.toContain('{name}}');
  });

  it('name no variable that they do not explain', () => {
    const document = createOpenApi(operations, origin);
    const { customer, staff } = createReference(document, operations);
    for (const { example, told } of [...customer, ...staff].flatMap(({ endpoints }) => endpoints)) {
      const { curl, javascript, python } = exampleTexts(example);
      const known = new Set(['PLATEN_API_KEY', ...example.variables.map(({ variable }) => variable)]);
      const used = [
        ...curl.matchAll(/\$([A-Z_\d]+)/g),
        ...javascript.matchAll(/process\.env\.(\w+)/g),
        ...python.matchAll(/environ\['(\w+)'\]/g),
      ].map(([, name]) => name!);
      expect([told.operationId, used.filter((name) => !known.has(name))]).toEqual([told.operationId, []]);
      for (const { variable } of example.variables) expect(curl).toContain(`# ${variable}: `);
    }
  });
});

it('every variable comes from a call whose answer has that field', () => {
  const document = createOpenApi(operations, origin);
  const answers = new Map(
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((told) => [told.operationId, Object.values(told.responses)[0]]),
  );
  for (const [field, { from, said }] of Object.entries(variableSources)) {
    expect([field, Boolean(from || said)]).toEqual([field, true]);
    if (!from) continue;
    const answer = answers.get(from.operation) as
      | { content: Record<string, { schema: Parameters<typeof innerFields>[0] }> }
      | undefined;
    let schema = answer?.content['application/json']?.schema;
    for (const part of from.field.replace(/\[\d+\]/g, '').split('.')) {
      schema = schema && innerFields(schema).find(({ name }) => name === part)?.schema;
      expect([field, from.operation, part, Boolean(schema)]).toEqual([field, from.operation, part, true]);
    }
  }
});
