/** Doing something on the floor from a page: one call at a time, what came of it said, and a way back where there is one. */
import type { FloorAct, FloorAnswer } from '@platen/contracts/floor/shop-floor-acts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isUndecided } from '../../kit/api.ts';
import { getLanguage, wordsIn } from '../../kit/language.ts';
import { newKey } from '../../kit/new-key.ts';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { actText, actWords } from '../words/act-words.ts';
import { refusalText } from '../words/refusal-words.ts';
import { FloorError, sendFloorAct } from './floor-call.ts';
import { floorSessionKey, useFloor } from './floor-session.tsx';

export interface FloorActing {
  /** Does it; throws FloorError. What came of it is said at the edge of the page, unless it is quiet. */
  act(act: FloorAct, options?: { quiet?: boolean; doneText?: string | undefined }): Promise<FloorAnswer>;
  /** Says what came of something, with its way back; `doneText` where it holds already. */
  say(answer: FloorAnswer, doneText?: string): void;
  /** The same, and a refusal is said there too. */
  tryAct(act: FloorAct, doneText?: string): Promise<FloorAnswer | undefined>;
  isRunning: boolean;
}

/** A sentence for what came of an act; which one it was, where it can be taken back: several may be on the page at once. */
function answerText(answer: FloorAnswer, act?: FloorAct): string {
  const language = getLanguage();
  const words = wordsIn(actWords, language);
  const text = answer.said?.[language] || words.outcomes[answer.outcome];
  return answer.undo && act ? `${actText(act, words)} · ${text}` : text;
}

export function useFloorAct(): FloorActing {
  const { chosenShop } = useFloor();
  const client = useQueryClient();
  const undecided = useRef<{ text: string; key: string } | undefined>(undefined);
  const [running, setRunning] = useState(0);

  function say(answer: FloorAnswer, doneText?: string, wanted?: FloorAct): void {
    const { undo, outcome } = answer;
    const text = outcome === 'done' && doneText !== undefined ? doneText : answerText(answer, wanted);
    showToast({ text, ...(undo && { undo: () => void tryAct(undo) }) });
  }

  async function act(
    wanted: FloorAct,
    { quiet = false, doneText }: { quiet?: boolean; doneText?: string | undefined } = {},
  ): Promise<FloorAnswer> {
    const text = JSON.stringify(wanted);
    // No answer came to the last try: the same key, so that it is not done twice.
    const key = undecided.current?.text === text ? undecided.current.key : newKey();
    undecided.current = { text, key };
    setRunning((count) => count + 1);
    try {
      const answer = await sendFloorAct(wanted, { shop: chosenShop, key });
      undecided.current = undefined;
      if (!quiet) say(answer, doneText, wanted);
      return answer;
    } catch (error) {
      if (!isUndecided(error)) undecided.current = undefined;
      if (error instanceof FloorError && error.status === 401)
        void client.invalidateQueries({ queryKey: floorSessionKey });
      throw error;
    } finally {
      setRunning((count) => count - 1);
    }
  }

  async function tryAct(wanted: FloorAct, doneText?: string): Promise<FloorAnswer | undefined> {
    try {
      return await act(wanted, { doneText });
    } catch (error) {
      showToast({ text: refusalText(error, getLanguage()), tone: 'refused' });
      return undefined;
    }
  }

  return { act, say, tryAct, isRunning: running > 0 };
}
