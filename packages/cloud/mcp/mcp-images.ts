/**
 * Pictures beside an answer, as MCP's image content: small JPEGs in base64, for a person or a model to look at. Owns how many and
 * how large they are. What is shown is an operation's own affair, and so is who may see it.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { AppError } from '@platen/contracts/app-error';
import type { Deps } from '../context.ts';
import type { ShownPicture } from '../operation/operation.ts';

/** A grid that can still be looked at; more are on other pages. */
const maxImages = 8;
/** Of one JPEG, before base64. */
const maxImageBytes = 100 * 1024;

/** Each picture with its title in front, in their order; a sentence in the place of one that can't be shown. */
export async function imageContent(
  deps: Deps,
  pictures: readonly ShownPicture[],
): Promise<CallToolResult['content']> {
  const shown = await Promise.all(pictures.slice(0, maxImages).map((each) => contentOf(deps, each)));
  const left = pictures.length - shown.length;
  const more = left > 0 ? [text(`${left} more pictures are not shown: ask for a smaller page.`)] : [];
  return [...shown.flat(), ...more];
}

const text = (words: string) => ({ type: 'text' as const, text: words });

async function contentOf(deps: Deps, { title, thumbnail }: ShownPicture): Promise<CallToolResult['content']> {
  try {
    const small = await thumbnail();
    if (small.bytes > maxImageBytes) return [text(`${title}: its small picture is too large to be shown.`)];
    const data = await readWhole(deps, small);
    return [text(title), { type: 'image', data: data.toString('base64'), mimeType: 'image/jpeg' }];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [text(`${title}: can't be shown. ${error.sentence}`)];
  }
}

async function readWhole(
  { files }: Pick<Deps, 'files'>,
  { sha256 }: { sha256: string; bytes: number },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await files.read(sha256)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
