/** A corrected mask in the photo's own pixels, and its way to the service. */
import { ApiError, refusalOf, requestOf } from '../../kit/api.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { createBinary, drawStroke, type Stroke } from './mask-strokes.ts';

/** Rows that are made black and white at a time: the whole of a large photo would be hundreds of megabytes. */
const rowsAtOnce = 256;

/** The mask there was with these strokes on it: a PNG of exactly its size, black and white. */
export async function drawMask(mask: HTMLImageElement, strokes: readonly Stroke[]): Promise<Blob> {
  const [widthPx, heightPx] = [mask.naturalWidth, mask.naturalHeight];
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = heightPx;
  const context = canvas.getContext('2d')!;
  context.drawImage(mask, 0, 0);
  for (const stroke of strokes) drawStroke(context, stroke, { widthPx, heightPx, colour: '#fff' });
  for (let top = 0; top < heightPx; top += rowsAtOnce) {
    const rows = context.getImageData(0, top, widthPx, Math.min(rowsAtOnce, heightPx - top));
    createBinary(rows.data);
    context.putImageData(rows, 0, top);
  }
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas is too large.'))),
      'image/png',
    ),
  );
}

type Restoration = ApiOutput<'POST /api/restorations/{restoration_id}/mask'>;

/** Sends it; the new version of the restoration comes back. Throws ApiError. The same key again does it once. */
export async function sendMask(
  restorationId: string,
  { png, idempotencyKey }: { png: Blob; idempotencyKey: string },
): Promise<Restoration> {
  const { url, init } = requestOf(
    'POST /api/restorations/{restoration_id}/mask',
    { restoration_id: restorationId },
    { idempotencyKey, timeoutMs: 120_000 },
  );
  // The boundary of the form is the browser's to say.
  const { 'Content-Type': _, ...headers } = init.headers;
  const form = new FormData();
  form.append('file', png, 'mask.png');
  let response: Response;
  try {
    response = await fetch(url, { ...init, headers, body: form });
  } catch {
    throw new ApiError('No answer came.', { status: 0, code: 'offline' });
  }
  const body = (await response.json().catch(() => undefined)) as Restoration & { error?: unknown };
  if (response.ok && body !== undefined) return body;
  throw refusalOf(response.status, body, response.headers.get('Platen-Error'));
}
