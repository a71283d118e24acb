/**
 * Every way in which a document can go wrong between agent and printer, by the agent's own rules in a time of its own. An observer
 * counts the sheets: nothing twice, nothing lost, and `unknown` only where the agent couldn't know, which is shown by another run that
 * looks the same to it and leaves other sheets in the tray.
 */
import { describe, expect, it } from 'vitest';
import { listWorlds, runWorld, type World, type WorldEnd } from '../testing/paper-world.ts';

const runs = listWorlds().map((world): { world: World; end: WorldEnd } => ({ world, end: runWorld(world) }));
const named = ({ world, end }: { world: World; end: WorldEnd }) =>
  `${Object.values(world).join(', ')} -> ${end.verdict}, ${end.wholeSheets} whole, ${end.cutSheets} cut, ${end.attempts} attempts | ${end.view}`;

/** The sheets that are known to lie there when somebody comes to look. */
const paperOf = ({ wholeSheets, cutSheets }: WorldEnd) => `${wholeSheets} whole, ${cutSheets} cut`;

describe(`${runs.length} ways to go wrong`, () => {
  it('each comes to an end', () => {
    expect(runs.filter(({ end }) => end.verdict === 'stuck').map(named)).toEqual([]);
  });

  it('nothing comes out twice', () => {
    expect(runs.filter(({ end }) => end.wholeSheets + end.cutSheets > 1).map(named)).toEqual([]);
  });

  it('what is called printed lies there whole, once', () => {
    const printed = runs.filter(({ end }) => end.verdict === 'printed');
    expect(printed.length).toBeGreaterThan(500);
    expect(printed.filter(({ end }) => paperOf(end) !== '1 whole, 0 cut').map(named)).toEqual([]);
  });

  it('what is called failed left no paper', () => {
    const failed = runs.filter(({ end }) => end.verdict === 'failed');
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.filter(({ end }) => paperOf(end) !== '0 whole, 0 cut').map(named)).toEqual([]);
  });

  it('a person is asked only where the same could be seen with other sheets in the tray', () => {
    const papers = new Map<string, Set<string>>();
    for (const { end } of runs) {
      const seen = papers.get(end.view) ?? new Set();
      papers.set(end.view, seen.add(paperOf(end)));
    }
    const unknown = runs.filter(({ end }) => end.verdict === 'unknown');
    expect(unknown.length).toBeGreaterThan(500);
    expect(unknown.filter(({ end }) => papers.get(end.view)?.size === 1).map(named)).toEqual([]);
  });

  it('a link that thaws costs nobody a question while the agent lives and the printer prints', () => {
    const thawed = runs.filter(
      ({ world }) =>
        world.link === 'thaws' &&
        world.agent === 'lives' &&
        world.ending === 'completed' &&
        world.speed !== 'very slow',
    );
    expect(thawed.filter(({ end }) => end.verdict !== 'printed' || end.attempts > 1).map(named)).toEqual([]);
  });

  it('a counting printer that prints nothing of broken documents costs nobody a question', () => {
    const free = runs.filter(
      ({ world }) =>
        world.counting === 'always' &&
        world.cancels === 'obeys' &&
        world.reads === 'spools' &&
        world.broken === 'drops' &&
        world.moment === 'before the sheet' &&
        world.ending === 'aborted',
    );
    expect(free.filter(({ end }) => end.verdict === 'unknown').map(named)).toEqual([]);
  });
});
