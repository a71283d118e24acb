/**
 * A request as curl, JavaScript and Python write it. Owns these three; each is complete: pasted into a shell, a file for Node.js or a file
 * for Python it runs with nothing but what these bring along. Keys and ids come from the environment.
 */
import { type ExampleRequest, type ExampleValue, ExampleVariable } from './example-request.ts';
import type { VariableSource } from './example-values.ts';

/** The environment variable that holds the reader's key. */
const keyVariable = 'PLATEN_API_KEY';

export const exampleLanguages = ['curl', 'javascript', 'python'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

export const languageNames: Record<ExampleLanguage, string> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
};

/** What each writes where the key is read; the page's script puts a key of the reader's own there. */
export const keyExpressions: Record<ExampleLanguage, string> = {
  curl: `$${keyVariable}`,
  javascript: `process.env.${keyVariable}`,
  python: `os.environ['${keyVariable}']`,
};

/** Where a value comes from, in a line. */
export function sourceSentence({ from, said }: VariableSource): string {
  return said ?? `${from!.field} from ${from!.operation}`;
}

/** All three. */
export function exampleTexts(request: ExampleRequest): Record<ExampleLanguage, string> {
  return { curl: curlText(request), javascript: javascriptText(request), python: pythonText(request) };
}

const comments = (sign: string, { variables }: ExampleRequest): string[] =>
  variables.map((each) => `${sign} ${each.variable}: ${sourceSentence(each)}`);

/** Within double quotes of a shell, and in a here-document that is expanded. */
const forShell = (text: string): string => text.replace(/[\\$`]/g, '\\$&');

function curlText(request: ExampleRequest): string {
  const { method, url, body, file, needsKey, takesIdempotencyKey } = request;
  const address = url
    .map((piece) => (piece instanceof ExampleVariable ? `$${piece.source.variable}` : forShell(piece)))
    .join('');
  const usual = body || file ? 'POST' : 'GET';
  const lines = [`curl${method === usual ? '' : ` -X ${method}`} "${address}"`];
  if (needsKey) lines.push(`-H "Authorization: Bearer ${keyExpressions.curl}"`);
  if (takesIdempotencyKey) lines.push('-H "Idempotency-Key: $(openssl rand -hex 16)"');
  if (file) lines.push(`-F file=@${file}`);
  if (body) lines.push("-H 'Content-Type: application/json'", '-d @- <<JSON');
  const head = [...comments('#', request), lines.join(' \\\n  ')];
  if (body) head.push(jsonText(body), 'JSON');
  return head.join('\n');
}

function jsonText(value: ExampleValue, indent = ''): string {
  if (value instanceof ExampleVariable) {
    const { variable, isNumber } = value.source;
    return isNumber ? `$${variable}` : `"$${variable}"`;
  }
  if (typeof value !== 'object' || value === null) return forShell(JSON.stringify(value));
  return bracketed(value, { indent, write: jsonText, nameOf: (field) => `"${field}": ` });
}

/** A list or an object, an entry a line; short ones of plain values in one. */
function bracketed(
  value: ExampleValue[] | { [field: string]: ExampleValue },
  {
    indent,
    write,
    nameOf,
    trailing = '',
    step = '  ',
  }: {
    indent: string;
    write: (value: ExampleValue, indent: string) => string;
    nameOf: (field: string) => string;
    trailing?: string;
    step?: string;
  },
): string {
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inner = indent + step;
  const entries = Array.isArray(value)
    ? value.map((each) => write(each, inner))
    : Object.entries(value).map(([field, each]) => nameOf(field) + write(each, inner));
  if (entries.length === 0) return open + close;
  const oneLine = `${open}${entries.join(', ')}${close}`;
  if (Array.isArray(value) && oneLine.length < 40 && !oneLine.includes('\n')) return oneLine;
  return `${open}\n${entries.map((entry) => inner + entry).join(',\n')}${trailing}\n${indent}${close}`;
}

/** A text in single quotes; JavaScript and Python read the same escapes. */
const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const words = (variable: string): string[] => variable.toLowerCase().split('_');
const camelCase = (variable: string): string =>
  words(variable)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
const snakeCase = (variable: string): string => variable.toLowerCase();

function javascriptText(request: ExampleRequest): string {
  const { method, url, body, file, needsKey, takesIdempotencyKey, variables } = request;
  const address = url.some((piece) => piece instanceof ExampleVariable)
    ? `\`${url.map((piece) => (piece instanceof ExampleVariable ? `\${${camelCase(piece.source.variable)}}` : piece.replace(/[\\$`]/g, '\\$&'))).join('')}\``
    : quoted(url.join(''));
  const start = [
    ...(file ? ["import { openAsBlob } from 'node:fs';", ''] : []),
    ...(needsKey ? [`const key = ${keyExpressions.javascript};`] : []),
    ...variables.flatMap((each) => {
      const read = `process.env.${each.variable}`;
      return [
        `// ${sourceSentence(each)}`,
        `const ${camelCase(each.variable)} = ${each.isNumber ? `Number(${read})` : read};`,
      ];
    }),
    ...(file
      ? ['const form = new FormData();', `form.append('file', await openAsBlob('${file}'), '${file}');`]
      : []),
  ];
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code that is shown.
    needsKey && 'Authorization: `Bearer ${key}`,',
    takesIdempotencyKey && "'Idempotency-Key': crypto.randomUUID(),",
    body && "'Content-Type': 'application/json',",
  ].filter((line) => typeof line === 'string');
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers.map((line) => `    ${line}`), '  },'] : []),
    ...(file ? ['  body: form,'] : []),
    ...(body ? [`  body: JSON.stringify(${javascriptValue(body, '  ')}),`] : []),
  ];
  const call =
    options.length > 0
      ? [`const answer = await fetch(${address}, {`, ...options, '});']
      : [`const answer = await fetch(${address});`];
  const last = 'console.log(answer.status, await answer.text());';
  return [...start, ...(start.length > 0 ? [''] : []), ...call, last].join('\n');
}

function javascriptValue(value: ExampleValue, indent: string): string {
  if (value instanceof ExampleVariable) return camelCase(value.source.variable);
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return bracketed(value, { indent, write: javascriptValue, nameOf: (field) => `${field}: `, trailing: ',' });
}

function pythonText(request: ExampleRequest): string {
  const { method, url, body, file, needsKey, takesIdempotencyKey, variables } = request;
  const hasVariable = url.some((piece) => piece instanceof ExampleVariable);
  const text = url
    .map((piece) =>
      piece instanceof ExampleVariable
        ? `{${snakeCase(piece.source.variable)}}`
        : hasVariable
          ? piece.replace(/[{}]/g, '$&$&')
          : piece,
    )
    .join('');
  const address = `${hasVariable ? 'f' : ''}${quoted(text)}`;
  const readsEnvironment = needsKey || variables.length > 0;
  const modules = [body && 'json', readsEnvironment && 'os', (takesIdempotencyKey || file) && 'uuid'].filter(
    (name) => typeof name === 'string',
  );
  const start = [
    ...(modules.length > 0 ? [`import ${modules.join(', ')}`] : []),
    'from urllib.error import HTTPError',
    'from urllib.request import Request, urlopen',
    '',
    ...(needsKey ? [`key = ${keyExpressions.python}`] : []),
    ...variables.flatMap((each) => {
      const read = `os.environ['${each.variable}']`;
      return [
        `# ${sourceSentence(each)}`,
        `${snakeCase(each.variable)} = ${each.isNumber ? `int(${read})` : read}`,
      ];
    }),
    ...(file ? multipartLines(file) : []),
  ];
  const headers = [
    needsKey && "'Authorization': f'Bearer {key}',",
    takesIdempotencyKey && "'Idempotency-Key': str(uuid.uuid4()),",
    body && "'Content-Type': 'application/json',",
    file && "'Content-Type': f'multipart/form-data; boundary={boundary}',",
  ].filter((line) => typeof line === 'string');
  const options = [
    ...(method === 'GET' ? [] : [`    method='${method}',`]),
    ...(headers.length > 0 ? ['    headers={', ...headers.map((line) => `        ${line}`), '    },'] : []),
    ...(file ? ['    data=form,'] : []),
    ...(body ? [`    data=json.dumps(${pythonValue(body, '    ')}).encode(),`] : []),
  ];
  return [
    ...start,
    ...(start.at(-1) === '' ? [] : ['']),
    ...(options.length > 0
      ? ['request = Request(', `    ${address},`, ...options, ')']
      : [`request = Request(${address})`]),
    'try:',
    '    with urlopen(request) as answer:',
    '        print(answer.status, answer.read().decode())',
    'except HTTPError as refusal:',
    '    print(refusal.code, refusal.read().decode())',
  ].join('\n');
}

/** Python brings nothing that writes multipart/form-data. */
const multipartLines = (file: string): string[] => [
  'boundary = uuid.uuid4().hex',
  `with open('${file}', 'rb') as file:`,
  '    form = (',
  `        f'--{boundary}\\r\\nContent-Disposition: form-data; name="file"; filename="${file}"\\r\\n\\r\\n'.encode()`,
  '        + file.read()',
  "        + f'\\r\\n--{boundary}--\\r\\n'.encode()",
  '    )',
];

const pythonWords = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

function pythonValue(value: ExampleValue, indent: string): string {
  if (value instanceof ExampleVariable) return snakeCase(value.source.variable);
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return pythonWords.get(value) ?? String(value);
  return bracketed(value, {
    indent,
    write: pythonValue,
    nameOf: (field) => `'${field}': `,
    trailing: ',',
    step: '    ',
  });
}
