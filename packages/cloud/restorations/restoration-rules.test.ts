import { type RestoreReport, restoreStepNames } from '@platen/contracts/restore-task';
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
  engine: 'platen-5',
  models: [],
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
    expect(wordsOfOutcome(options, nothing, { previewOnly: false }).en).toMatch(/needs no restoration/);
    const mono = completeOptions({ ...asked, colour: 'monochrome' });
    expect(wordsOfOutcome(mono, nothing, { previewOnly: false }).en).toBe('Restored: made black and white.');
    expect(wordsOfOutcome(options, report, { previewOnly: true }).zh).toMatch(/^仅预览/);
  });
});
