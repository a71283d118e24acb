/** What `platen up` tells a person once everything runs. Owns those lines; pure. */

export interface Greeting {
  baseUrl: string;
  apiKey: string;
  /** Of the demo accounts, by whom they stand for. */
  phones: { customer: string; shop: string; admin: string };
  demoPath: string;
  samplePath: string;
  logsDir: string;
  /** Undefined with real printers. */
  printedDir: string | undefined;
  printerUris: string[];
  /** The operator's console of the agent; undefined when there is none. */
  console: { url: string; pin: string } | undefined;
  /** Sentences about settings that put this installation at risk. */
  unsafe: readonly string[];
  tookMs: number;
}

/** POSIX shell quoting, left out where nothing needs it. */
const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Where the pages are, key, where the paper is, and lines that can be pasted into sh, bash or zsh. */
export function greetingText(greeting: Greeting): string {
  const { baseUrl, apiKey, printedDir } = greeting;
  const file = `-F ${shellWord(`file=@${greeting.samplePath}`)}`;
  const paper = printedDir ? ['Printed pages', printedDir] : ['Printers', greeting.printerUris.join(' ')];
  const shop = greeting.console
    ? [["Shop's console", `${greeting.console.url}  PIN ${greeting.console.pin}`]]
    : [];
  const { customer, shop: shopPhone, admin } = greeting.phones;
  const pages = [
    ['Web pages', `${baseUrl}/  log in as ${customer}`],
    ['Shop floor', `${baseUrl}/shop/  log in as ${shopPhone}`],
    ['Admin', `${baseUrl}/admin/  log in as ${admin}`],
  ];
  const rows = pages.concat([['API key', apiKey]], shop, [paper, ['Logs', greeting.logsDir]]);
  return [
    '',
    `Platen is ready (${(greeting.tookMs / 1000).toFixed(1)} s). Ctrl-C stops it.`,
    ...(greeting.unsafe.length > 0
      ? ['', 'NOT SAFE for others as it is:', ...greeting.unsafe.map((sentence) => `  ${sentence}`)]
      : []),
    '',
    ...rows.map(([name, value]) => `  ${name!.padEnd(14)} ${value}`),
    '',
    'Open the first in a browser and log in with its number, or any other one: the code appears here.',
    '',
    `The key is the demo account's; ${greeting.demoPath} has it too. Upload a page:`,
    '',
    `  curl -w '\\n' -H 'Authorization: Bearer ${apiKey}' ${file} ${baseUrl}/api/documents/upload`,
    '',
    'Or go all the way from an upload to paper: paste these lines into another terminal.',
    '',
    ...flowLines(greeting, file).map((line) => `  ${line}`),
    '',
  ].join('\n');
}

const idIn = (field: string): string => `grep -o '"${field}":"[^"]*' | head -1 | cut -d'"' -f4`;

function flowLines({ baseUrl, apiKey }: Greeting, file: string): string[] {
  const json = `-H 'Content-Type: application/json'`;
  const item = `{"document_id":"'$DOCUMENT'","size":"A4","paper_type":"plain","quantity":1}`;
  return [
    `platen() { curl -s -w '\\n' -H 'Authorization: Bearer ${apiKey}' "$@"; }`,
    `DOCUMENT=$(platen ${file} ${baseUrl}/api/documents/upload | ${idIn('document_id')})`,
    `ORDER=$(platen ${json} ${baseUrl}/api/orders -d '{"items":[${item}],"delivery_method":"pickup"}' | ${idIn('order_id')})`,
    `platen ${json} ${baseUrl}/api/payment/balance -d '{"order_id":"'$ORDER'"}'`,
    `sleep 3; platen ${baseUrl}/api/orders/$ORDER`,
  ];
}
