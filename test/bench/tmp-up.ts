import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { makePdf } from '@platen/imaging/picture-samples';
import { openTarget } from './bench-orders.ts';

const dir = mkdtempSync('/tmp/prof/d-');
const child = spawn(
  process.execPath,
  ['--cpu-prof', '--cpu-prof-dir=/tmp/prof', '/work/main/packages/cloud/main.ts'],
  {
    env: { ...process.env, PLATEN_DATA_DIR: dir, PLATEN_PORT: '18181' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  },
);
await new Promise((r) => child.once('message', r));
const t = await openTarget('http://127.0.0.1:18181', dir);
const pdf = makePdf({ pages: 2, widthMm: 210, heightMm: 297, padBytes: 100 * 1024 * 1024 });
const head = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="big.pdf"\r\n\r\n');
const tail = Buffer.from('\r\n--b--\r\n');
const agent = new Agent({ keepAlive: true });
for (let i = 0; i < 8; i++) {
  const s = performance.now();
  await new Promise<void>((res, rej) => {
    const r = request(
      'http://127.0.0.1:18181/api/documents/upload',
      {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${t.apiKey}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': head.length + pdf.length + tail.length,
        },
      },
      (x) => {
        x.resume();
        x.on('end', () => res());
      },
    );
    r.on('error', rej);
    r.write(head);
    r.write(pdf);
    r.end(tail);
  });
  console.log((performance.now() - s).toFixed(0), 'ms');
}
agent.destroy();
child.kill('SIGTERM');
await new Promise((r) => child.once('exit', r));
