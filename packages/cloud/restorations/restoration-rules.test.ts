import { type RestoreRegion, type RestoreReport, restoreStepNames } from '@platen/contracts/restore-task';
import { describe, expect, it } from 'vitest';
import { wordsOfDone, wordsOfFound, wordsOfOutcome, wordsOfStage } from './restoration-message-rules.ts';
import { type AskedOptions, completeOptions, refuseOptions } from './restoration-rules.ts';

const asked: AskedOptions = { strength: 100, mode: 'auto', colour: 'keep', steps: {} };
const options = completeOptions(asked);
const report: RestoreReport = {
  applied: ['defects', 'fade'],
  noise_sigma: 5,
  change: 4,
  is_damaged: false,
  is_faded: false,
  defect_share: 0,
  masked_share: 0,
  engine: 'platen-8',
  models: [],
  regions: [],
  frame: { degrees: 0, left: 0, top: 0, right: 0, bottom: 0 },
};

describe('options', () => {
  it('left out are the defaults, and written in one way', () => {
    expect(Object.keys(options.steps)).toEqual([...restoreStepNames]);
    const spelt = completeOptions({
      ...asked,
      steps: { contrast: true, enlarge: false, defects: undefined },
    });
    expect(JSON.stringify(spelt)).toBe(JSON.stringify(options));
    const larger = completeOptions({ ...asked, enlarge_factor: 4 });
    expect(larger).toMatchObject({ enlarge_factor: 4, steps: { enlarge: true } });
    expect(completeOptions({ ...asked, steps: { enlarge: true } }).enlarge_factor).toBe(2);
  });

  it('are refused when they contradict each other, and not when colour alone is asked for', () => {
    const off = Object.fromEntries(restoreStepNames.map((name) => [name, false]));
    expect(refuseOptions({ ...asked, steps: off }, { hasMask: false })).toMatch(/nothing would be done/);
    expect(refuseOptions({ ...asked, steps: off, colour: 'monochrome' }, { hasMask: false })).toBeUndefined();
    expect(refuseOptions(asked, { hasMask: true })).toBeUndefined();
  });
});

describe('words', () => {
  it('are there for every step and stage, in both languages', () => {
    for (const step of [...restoreStepNames, 'read', 'assess', 'models', 'write', 'send']) {
      expect(wordsOfStage(step)).not.toEqual({ en: step, zh: step });
    }
    const done = wordsOfDone(options, { ...report, applied: [...restoreStepNames] });
    for (const { step, en, zh } of done) {
      expect([en, zh]).not.toContain(step);
      expect(zh).toMatch(/\p{Script=Han}/u);
    }
    const byModels = wordsOfDone(options, { ...report, applied: ['fade'], models: ['faces.onnx'] });
    expect(byModels.map(({ en }) => en)).toEqual(['faded tones brought back', 'improved by faces.onnx']);
  });

  it('never takes the colours of a model for those of the photo', () => {
    const asked = { ...options, colour: 'coloured' as const };
    const models = ['Grain remover', 'Painter'];
    const painted = { ...report, applied: [], models, coloured_by: 'Painter' };
    expect(wordsOfDone(asked, painted).map(({ step, en }) => `${step}: ${en}`)).toEqual([
      'models: improved by Grain remover',
      'coloured: coloured by Painter, whose colours are guesses',
    ]);
    const told = (it: typeof report) => wordsOfOutcome(asked, it, { previewOnly: false, undecided: [] });
    expect(told(painted).en).toMatch(/^Restored: .*whose colours are guesses\.$/);
    expect(told(report).en).toMatch(/No colours were given: there is no model for it that could be used\.$/);
    expect(told(report).zh).toMatch(/未上色：没有可用的上色模型。$/);
    expect(wordsOfOutcome(options, report, { previewOnly: false, undecided: [] }).en).not.toMatch(
      /colours were/,
    );
    expect(wordsOfStage('')).toBeNull();
  });

  it('tell nothing as found that was taken for texture', () => {
    expect(wordsOfFound(options, report)).toEqual([]);
    const grainy: RestoreReport = { ...report, applied: ['denoise'], defect_share: 0.00001 };
    expect(wordsOfFound(options, grainy).map(({ code, value }) => [code, value])).toEqual([
      ['defects', 0.01],
      ['noise', 5],
    ]);
  });

  it('tell grain as found where it was taken away because it was seen, not because it was forced', () => {
    const faint: RestoreReport = { ...report, applied: ['denoise'], noise_sigma: 2.5 };
    expect(wordsOfFound(options, faint)).toMatchObject([{ code: 'noise', value: 2.5 }]);
    expect(wordsOfFound({ ...options, mode: 'force' }, faint)).toEqual([]);
    const off = completeOptions({ ...asked, steps: { denoise: false } });
    expect(wordsOfFound(off, { ...faint, applied: [] })).toEqual([]);
    expect(wordsOfFound(off, { ...faint, applied: [], noise_sigma: 6 })).toMatchObject([{ code: 'noise' }]);
  });

  it('say honestly that nothing was done, and that a preview is one', () => {
    const nothing = { ...report, applied: [] };
    expect(wordsOfOutcome(options, nothing, { previewOnly: false, undecided: [] }).en).toMatch(
      /needs no restoration/,
    );
    const mono = completeOptions({ ...asked, colour: 'monochrome' });
    expect(wordsOfOutcome(mono, nothing, { previewOnly: false, undecided: [] }).en).toBe(
      'Restored: made black and white.',
    );
    expect(wordsOfOutcome(options, report, { previewOnly: true, undecided: [] }).zh).toMatch(/^仅预览/);
  });

  it('ask about colours that may have turned, whatever else was done', () => {
    const told = (it: RestoreReport) => wordsOfOutcome(options, it, { previewOnly: false, undecided: [] });
    const left = told({ ...report, applied: [], may_be_faded: true });
    expect(left.en).toMatch(/^Nothing was changed\. This looks like an old print .* mode force/);
    expect(left.zh).toMatch(/^未作任何改动。这看起来是一张/);
    expect(told({ ...report, applied: ['defects'], may_be_faded: true }).en).toMatch(
      /^Restored: .*\. This looks like an old print/,
    );
    expect(told(report).en).not.toMatch(/old print/);
  });

  const region = (id: number, more: Partial<RestoreRegion> = {}): RestoreRegion => ({
    id,
    kind: 'fold',
    box: { left: 0.1, top: 0.8, width: 0.1, height: 0.1 },
    share: 0.001,
    count: 1,
    chance: 0.6,
    is_sure: id < 128,
    is_offered: false,
    is_refused: false,
    ...more,
  });
  const dust = region(1, { kind: 'dust', count: 30, box: { left: 0, top: 0, width: 1, height: 1 } });

  it('name only what was repaired, and where, and what nobody is sure of', () => {
    const repaired: RestoreReport = { ...report, regions: [region(254), dust], defect_share: 0.002 };
    const sentence = wordsOfOutcome(options, repaired, { previewOnly: false, undecided: [region(254)] });
    expect(sentence).toEqual({
      en: 'Restored: dust all over and a fold at the lower left repaired, faded tones brought back. Not sure of a fold at the lower left: look at each and refuse what belongs to the picture.',
      zh: '修复完成：修补全图灰尘、左下 1 道折痕、恢复褪色的层次。不能确定：左下 1 道折痕。请逐一查看，拒绝不该修补的地方。',
    });
    const refused = { ...repaired, regions: [region(254, { is_refused: true }), dust] };
    const without = wordsOfOutcome(options, refused, { previewOnly: false, undecided: [] });
    expect(without.en).toBe('Restored: dust all over repaired, faded tones brought back.');
    expect(wordsOfFound(options, refused)[0]!.en).toBe('Dust all over: 0.2 % of the photo.');
    const inFace = wordsOfFound(options, { ...refused, left_share: 0.001 })[0]!;
    expect(inFace.en).toMatch(/too wide in a face was left as it is/);
    expect(inFace.zh).toMatch(/面部过大的破损保持原样/);
    const many = [254, 253, 252].map((id) => region(id));
    expect(wordsOfOutcome(options, repaired, { previewOnly: false, undecided: many }).en).toMatch(
      /Not sure of 3 places: look/,
    );
  });

  it('tell what is only offered as left, with its places, beside what was done and alone', () => {
    const offer = (id: number, left: number) =>
      region(id, {
        is_offered: true,
        is_refused: true,
        kind: 'scratch',
        box: { left, top: 0.45, width: 0.1, height: 0.1 },
      });
    const offers = [offer(230, 0.85), offer(229, 0.05)];
    const said = (applied: RestoreReport['applied'], own = options, undecided = offers) =>
      wordsOfOutcome(own, { ...report, applied, regions: offers }, { previewOnly: false, undecided });
    expect(said(['fade'])).toEqual({
      en: 'Restored: faded tones brought back. 2 more places may be damage; they were left as they are: a scratch at the right and a scratch at the left. Look and accept what you want repaired.',
      zh: '修复完成：恢复褪色的层次。另有 2 处可能是损伤，已保持原样：右侧 1 道划痕、左侧 1 道划痕。请查看，接受需要修补的地方。',
    });
    expect(said([]).en).toBe(
      'Nothing was changed. This looks like an old print, and 2 places may be damage: a scratch at the right and a scratch at the left. Look at each and accept what you want repaired, or order it as it is.',
    );
    expect(said([]).zh).toMatch(/^未作任何改动。这看起来是一张老照片，其中有 2 处可能是损伤：/);
    const forced = said([], { ...options, mode: 'force' }, offers.slice(0, 1));
    expect(forced.en).toMatch(/^Nothing was changed. 1 place may be damage: a scratch at the right/);
    expect(said([], options, []).en).toMatch(/what could have been damage was refused/);
    expect(wordsOfFound(options, { ...report, regions: offers })).toEqual([]);
  });

  it('say what was looked for where nothing was needed, and that it was refused where somebody did', () => {
    const nothing = { ...report, applied: [] };
    const said = (own: typeof options, told: RestoreReport) =>
      wordsOfOutcome(own, told, { previewOnly: false, undecided: [] });
    expect(said(options, nothing).en).toBe(
      'This photo needs no restoration: nothing was changed. Looked for dust, scratches, cracks, folds, missing spots and stains, grain, JPEG blocks, faded tones, a colour tint. Order it as it is.',
    );
    const tones = completeOptions({ ...asked, steps: { defects: false, denoise: false, deblock: false } });
    expect(said(tones, nothing).zh).toBe(
      '这张照片无需修复，未作任何改动。已检查：褪色、偏色。可直接下单打印。',
    );
    const refused = { ...nothing, regions: [region(254, { is_refused: true })] };
    expect(said(options, refused).en).toMatch(/what could have been damage was refused/);
  });
});
