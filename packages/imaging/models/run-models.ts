/**
 * Owns the optional stage of a restoration in which models run that an operator put into a folder: in tiles, one thread, with a
 * deadline. A model that can't be used, or gives nonsense, is passed over and said so: it must never stop a print or a restoration,
 * nor leave anything of itself in the picture.
 */
import { applyColours, shrinkForColour } from './colour-model.ts';
import { type ModelFile, type ModelStage, readModels } from './model-files.ts';
import { createMosaic, type ModelPixels, readTile, tileStarts } from './model-tiles.ts';
import { ModelFault, type OpenModel, openModel, type PlanarTile } from './onnx-runtime.ts';

/**
 * `amount`: 0 to 1, how much of what a model makes is taken where it keeps the size. `onProgress`: 0 to 1 over all models.
 * `deadlineMs`: for all of them together; a model that would need longer is passed over.
 */
export interface RunModelsOptions {
  folder: string;
  stage: ModelStage;
  amount?: number;
  deadlineMs?: number;
  signal?: AbortSignal | undefined;
  onProgress?: ((share: number) => void) | undefined;
}

/** What became of a model. `because` is a sentence for people, where it was passed over. */
export interface ModelFinding {
  name: string;
  /** It gave colours, which are guesses. */
  hasColoured?: true;
  licence?: string;
  isApplied: boolean;
  because?: string;
}

export interface ModelsResult {
  pixels: ModelPixels & { rgb: Buffer };
  findings: ModelFinding[];
}

const deadlineMs = 100_000;
/** As much as any picture may have. */
const maxResultPixels = 150_000_000;

interface Run {
  pixels: ModelPixels;
  stage: ModelStage;
  endsAt: number;
  signal: AbortSignal | undefined;
  onTile(share: number): void;
}

/** The stage of a model that nobody described: its first tile shows whether it enlarges. */
const stageOf = (file: ModelFile, scale: number): ModelStage =>
  file.stage ?? (scale > 1 ? 'enlarge' : 'denoise');

function checkScale(file: ModelFile, { pixels, stage }: Run, scale: number): void {
  if (file.scale !== undefined && file.scale !== scale)
    throw new ModelFault(`It enlarges ${scale} times, and its JSON says ${file.scale}.`);
  if (stage !== 'enlarge' && scale !== 1)
    throw new ModelFault('It enlarges, and is not for that by its JSON.');
  if (pixels.widthPx * pixels.heightPx * scale ** 2 > maxResultPixels)
    throw new ModelFault('The picture would come out with more pixels than can be processed.');
}

function* tilesOf({ widthPx, heightPx }: ModelPixels, model: OpenModel) {
  const lefts = tileStarts(widthPx, model.tileWidthPx, model.overlapPx);
  const tops = tileStarts(heightPx, model.tileHeightPx, model.overlapPx);
  const count = lefts.length * tops.length;
  for (const [row, top] of tops.entries())
    for (const [column, left] of lefts.entries()) {
      const hasNeighbour = {
        left: column > 0,
        right: column < lefts.length - 1,
        above: row > 0,
        below: row < tops.length - 1,
      };
      yield { left, top, hasNeighbour, index: row * lefts.length + column, count };
    }
}

/** Undefined when the model turns out to be for the other stage. Throws ModelFault, and the signal's reason. */
async function applyModel(
  file: ModelFile,
  model: OpenModel,
  run: Run,
): Promise<ModelsResult['pixels'] | undefined> {
  const { pixels } = run;
  const grid = { widthPx: model.tileWidthPx, heightPx: model.tileHeightPx, overlapPx: model.overlapPx };
  const input = new Float32Array(3 * grid.widthPx * grid.heightPx);
  let mosaic: ReturnType<typeof createMosaic> | undefined;
  for (const { left, top, hasNeighbour, index, count } of tilesOf(pixels, model)) {
    run.signal?.throwIfAborted();
    const startedAt = performance.now();
    readTile(pixels, { left, top }, { into: input, grid });
    const made: PlanarTile = await model.run(input);
    const scale = made.widthPx / grid.widthPx;
    if (index === 0) {
      if (stageOf(file, scale) !== run.stage) return undefined;
      checkScale(file, run, scale);
    }
    const leftMs = (performance.now() - startedAt) * (count - index - 1);
    if (performance.now() + leftMs > run.endsAt)
      throw new ModelFault(
        `It takes too long: about ${Math.ceil(leftMs / 1000)} more seconds for this picture.`,
      );
    mosaic ??= createMosaic(
      { widthPx: pixels.widthPx * scale, heightPx: pixels.heightPx * scale },
      made.heightPx,
    );
    const placed = {
      ...made,
      left: left * scale,
      top: top * scale,
      hasNeighbour,
      overlapPx: grid.overlapPx * scale,
    };
    if (!mosaic.add(placed)) throw new ModelFault('It gives values that are no numbers.');
    run.onTile((index + 1) / count);
  }
  return mosaic?.finish();
}

/** The photo in the colours that a model gives it, of which `amount` is taken. Throws ModelFault. */
async function colourBy(
  file: ModelFile,
  model: OpenModel,
  { run, amount }: { run: Run; amount: number },
): Promise<ModelsResult['pixels']> {
  const { pixels } = run;
  const tile = { widthPx: model.tileWidthPx, heightPx: model.tileHeightPx };
  const small = shrinkForColour(pixels, tile);
  const made = await model.run(small.samples);
  checkScale(file, run, made.widthPx / tile.widthPx);
  const rgb = applyColours(pixels, made.samples, { tile, small, amount });
  if (!rgb) throw new ModelFault('It gives values that are no numbers.');
  run.onTile(1);
  return { ...pixels, rgb };
}

/** Between what was and what the model made, in place of the latter; where it enlarged, there is nothing to mix it with. */
function mix(before: ModelPixels, made: ModelsResult['pixels'], amount: number): void {
  if (amount >= 1 || made.rgb.length !== before.rgb.length) return;
  for (let i = 0; i < made.rgb.length; i++)
    made.rgb[i] = Math.round(before.rgb[i]! + amount * (made.rgb[i]! - before.rgb[i]!));
}

const sentenceOf = (error: unknown): string =>
  error instanceof ModelFault ? error.message : `It failed: ${(error as Error).message}`;

/**
 * Runs the models of the folder that are for this stage, one after the other by file name; for colours the first that can be used.
 * The pixels given are left as they are. Throws only the signal's reason.
 */
export async function runModels(given: ModelPixels, options: RunModelsOptions): Promise<ModelsResult> {
  const { folder, stage, amount = 1, signal, onProgress } = options;
  const { models, unusable } = readModels(folder);
  // Colours are given by those alone that say that they are for it.
  const wanted = models.filter((model) => model.stage === stage || (!model.stage && stage !== 'colour'));
  const findings: ModelFinding[] = unusable.map((model) => ({ ...model, isApplied: false }));
  const endsAt = performance.now() + (options.deadlineMs ?? deadlineMs);
  const { buffer, byteOffset, byteLength } = given.rgb;
  let pixels: ModelsResult['pixels'] = { ...given, rgb: Buffer.from(buffer, byteOffset, byteLength) };
  for (const [index, file] of wanted.entries()) {
    const { name, licence } = file;
    const told = { name, ...(licence !== undefined && { licence }) };
    const onTile = (share: number) => onProgress?.((index + share) / wanted.length);
    let model: OpenModel | undefined;
    try {
      signal?.throwIfAborted();
      model = await openModel(file);
      const run = { pixels, stage, endsAt, signal, onTile };
      if (stage === 'colour') {
        pixels = await colourBy(file, model, { run, amount });
        findings.push({ ...told, isApplied: true, hasColoured: true });
        break;
      }
      const made = await applyModel(file, model, run);
      if (!made) continue;
      mix(pixels, made, amount);
      pixels = made;
      findings.push({ ...told, isApplied: true });
    } catch (error) {
      signal?.throwIfAborted();
      findings.push({ ...told, isApplied: false, because: sentenceOf(error) });
    } finally {
      await model?.close().catch(() => {});
    }
  }
  return { pixels, findings };
}
