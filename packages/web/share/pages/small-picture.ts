/** A small picture of a chosen file, made on the device. Owns that one is made at a time: twenty photos at once would be too much for a cheap phone. */

const sidePx = 360;
let last: Promise<unknown> = Promise.resolve();

/** Its address in this page; undefined where the browser can't read the file. Whoever asked revokes it. */
export function createSmallPicture(file: File): Promise<string | undefined> {
  const made = last.then(() => drawSmall(file)).catch(() => undefined);
  last = made;
  return made;
}

async function drawSmall(file: File): Promise<string | undefined> {
  const whole = await createImageBitmap(file);
  const scale = Math.min(1, sidePx / Math.max(whole.width, whole.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(whole.width * scale));
  canvas.height = Math.max(1, Math.round(whole.height * scale));
  canvas.getContext('2d')!.drawImage(whole, 0, 0, canvas.width, canvas.height);
  whole.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
  return blob ? URL.createObjectURL(blob) : undefined;
}
