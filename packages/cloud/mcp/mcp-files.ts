/**
 * File parts of a multipart call and the argument that names one. Owns which part becomes the tool's file, and the
 * refusals of parts and names that don't fit. It never opens a path: `file_path` is only ever the name of a part.
 */
import { AppError } from '@platen/contracts/app-error';
import type { IncomingFile } from '../context.ts';
import type { StagedFile } from '../ports/files.ts';
import type { McpTool } from './mcp-tools.ts';

/** One file part, received. */
export interface McpFile {
  /** The part's name. */
  name: string;
  filename: string | undefined;
  staged: StagedFile;
}

/** Arguments that bring a file in another way. */
const otherSources = ['content', 'file_url'];

type Arguments = Record<string, unknown>;

/**
 * The arguments without `file_path`, and the file that it named; a lone part needs no name where no source is given.
 * Throws malformed for what doesn't fit.
 */
export function bindFile(
  { operation: { name: toolName, takesFile } }: McpTool,
  given: Arguments,
  files: readonly McpFile[],
): { input: Arguments; file?: IncomingFile } {
  if (!takesFile) {
    if (files[0]) throw unnamed(files[0], `${toolName} takes no file.`);
    return { input: given };
  }
  const { file_path: path, ...input } = given;
  const other = otherSources.find((source) => given[source] !== undefined);
  if (path !== undefined && other) {
    throw new AppError('malformed', `file_path: is one source of the file and ${other} another; send one.`);
  }
  const named = path === undefined ? undefined : findNamed(path, files);
  const file = named ?? (other === undefined && files.length === 1 ? files[0] : undefined);
  const spare = files.find((each) => each !== file);
  if (spare) throw unnamed(spare, whyUnnamed(files, { named, other }));
  return file ? { input, file: incoming(file) } : { input };
}

function findNamed(path: unknown, files: readonly McpFile[]): McpFile {
  const name = typeof path === 'string' ? /^cid:(.*)$/is.exec(path)?.[1] : undefined;
  if (name === undefined) {
    throw new AppError('malformed', 'file_path: must be cid:<part name>, a file part of this request.', {
      hint: 'This service opens no paths: send the file as a part, as file_url, or as content (base64); the bridge "platen mcp" sends files of your machine.',
    });
  }
  const file = files.find((each) => each.name === name);
  if (file) return file;
  const there = files.length ? `its file parts are ${namesOf(files)}` : 'it has no file parts';
  throw new AppError('malformed', `file_path: this request has no part "${clip(name)}"; ${there}.`);
}

function whyUnnamed(
  files: readonly McpFile[],
  { named, other }: { named: McpFile | undefined; other: string | undefined },
): string {
  if (named) return 'A call takes one file.';
  if (other !== undefined) return `${other} brings the file already.`;
  return `file_path must say which of ${namesOf(files)} it is.`;
}

const unnamed = ({ name }: McpFile, why: string): AppError =>
  new AppError('malformed', `${clip(name)}: no argument names this file part.`, { hint: why });

const namesOf = (files: readonly McpFile[]): string =>
  files.map(({ name }) => `cid:${clip(name)}`).join(', ');

const clip = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

const incoming = ({ staged, filename }: McpFile): IncomingFile => ({
  receive: async () => ({ staged, filename }),
});
