/** Taking back what was just done: the opposite call, and a word on how it went. */
import { useQueryClient } from '@tanstack/react-query';
import type { ReadRoute } from '../../kit/api-types.ts';
import { getLanguage, wordsIn } from '../../kit/language.ts';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { partWords } from './part-words.ts';

/** `showDone(text, () => api(…))` says what was done and offers the way back; afterwards `changes` are read again. */
export function useUndo(
  changes: readonly ReadRoute[],
): (text: string, undo?: () => Promise<unknown>) => void {
  const client = useQueryClient();
  const takeBack = async (undo: () => Promise<unknown>) => {
    const words = wordsIn(partWords, getLanguage());
    try {
      await undo();
      showToast({ text: words.undone });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      showToast({ text: words.undoFailed(why), tone: 'refused' });
    }
    for (const route of changes) void client.invalidateQueries({ queryKey: [route] });
  };
  return (text, undo) => showToast({ text, ...(undo && { undo: () => void takeBack(undo) }) });
}
