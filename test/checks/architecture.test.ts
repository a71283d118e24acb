/**
 * ARCHITECTURE.md leads somewhere: its contents name every chapter, and every folder that it names is there. Of files
 * comment-names.test.ts says the same. And no room holds more than one finds one's way in.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRepository } from './repository-files.ts';

const text = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
const found = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);

describe('the contents', () => {
  /** As GitHub makes them: small letters, no punctuation, dashes for blanks. */
  const anchorOf = (title: string) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
  const chapters = found(/^## (.+)$/gm);

  it('name every chapter in its order', () => {
    expect(chapters.length).toBeGreaterThan(20);
    expect(found(/^ {2}- \[(.+)\]\(#.+\)$/gm)).toEqual(chapters);
  });

  it('and all other links lead to chapters', () => {
    const anchors = new Set(chapters.map(anchorOf));
    expect(found(/\]\(#([^)]+)\)/g).filter((anchor) => !anchors.has(anchor))).toEqual([]);
  });
});

describe('what it names', () => {
  const paths = [...readRepository().keys()].map((path) => `/${path}`);

  it('are folders that exist', () => {
    const folders = new Set(found(/`([a-z][\w/-]*)\/`/g));
    expect(folders.size).toBeGreaterThan(5);
    const isThere = (folder: string) =>
      existsSync(new URL(`../../${folder}`, import.meta.url)) ||
      paths.some((path) => path.includes(`/${folder}/`));
    expect([...folders].filter((folder) => !isThere(folder))).toEqual([]);
  });
});

describe('a room', () => {
  it('holds 35 files at most', () => {
    const counts = Map.groupBy(readRepository().keys(), (path) => path.slice(0, path.lastIndexOf('/') + 1));
    const sizes = [...counts].map(([folder, files]) => ({ folder, files: files.length }));
    expect(sizes.length).toBeGreaterThan(80);
    expect(sizes.filter(({ files }) => files > 35)).toEqual([]);
  });
});
