/** The floor of an upload: a raw node:http pipe of the body into a file. No multipart, no hash, no look at the content. */
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

let count = 0;
const server = createServer(async (request, response) => {
  const path = join(process.env.PLATEN_DATA_DIR!, `raw-${++count}`);
  await pipeline(request, createWriteStream(path));
  response.end('{}');
  await unlink(path);
}).listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}` });
});
