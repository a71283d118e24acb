/**
 * One button for one act. What moves money or paper for good asks first and says what it does to both; everything else is done at once,
 * with a way back where there is one. Owns that question; what an act does is the contract's (shop-floor-effects.ts).
 */

import { Button, type ButtonProps, Stack, Text, TextInput } from '@mantine/core';
import type { FloorAct } from '@platen/contracts/floor/shop-floor-acts';
import { effectOf } from '@platen/contracts/floor/shop-floor-effects';
import { type ReactNode, useState } from 'react';
import { colon } from '../../kit/formats.ts';
import { kitWords } from '../../kit/kit-words.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { useFloorAct } from '../floor/floor-acting.ts';
import { actText, actWords } from '../words/act-words.ts';
import { FloorNote } from './floor-note.tsx';

type Words = ReturnType<typeof useWords<typeof actWords.en>>;

/** What follows from it, before it is done. */
function actConsequence(act: FloorAct, words: Words): string {
  return act.act === 'decide' ? words.decisionAsks[act.decision] : (words.asks[act.act] ?? '');
}

export interface ActButtonProps extends ButtonProps {
  act: FloorAct;
  /** Copies that came out whole are asked for and put into the act. */
  copies?: { min: number; max: number; known: number } | null;
  /** Other words than the act's own. */
  label?: ReactNode;
  /** What it is about, for who only hears the button. */
  about?: string;
  /** What is said where it holds at once; the answer's own words else. */
  doneText?: string;
  onDone?: () => void;
}

export function ActButton({ act, copies = null, label, about, doneText, onDone, ...look }: ActButtonProps) {
  const words = useWords(actWords);
  const language = useLanguage();
  const { tryAct, isRunning } = useFloorAct();
  const [isOpen, setOpen] = useState(false);
  const { asks } = effectOf(act);
  const text = actText(act, words);
  const press = () => {
    if (asks || copies) setOpen(true);
    else void tryAct(act, doneText).then((answer) => answer && onDone?.());
  };
  return (
    <>
      <Button
        {...look}
        loading={isRunning}
        onClick={press}
        {...(about !== undefined && { 'aria-label': `${text}${colon(language)}${about}` })}
      >
        {label ?? text}
      </Button>
      {isOpen && (
        <ActQuestion act={act} copies={copies} about={about} close={() => setOpen(false)} onDone={onDone} />
      )}
    </>
  );
}

interface ActQuestionProps {
  act: FloorAct;
  copies?: ActButtonProps['copies'];
  about?: string | undefined;
  close(): void;
  onDone?: (() => void) | undefined;
}

/** The question before an act: what it does to paper and to money. */
export function ActQuestion({ act, copies = null, about, close, onDone }: ActQuestionProps) {
  const words = useWords(actWords);
  const kit = useWords(kitWords);
  const language = useLanguage();
  const floor = useFloorAct();
  const [error, setError] = useState<unknown>();
  const [count, setCount] = useState(String(copies?.known ?? 0));
  const { paper, money } = effectOf(act);
  const text = actText(act, words);
  const isCounted =
    !copies || (/^\d{1,3}$/.test(count) && Number(count) >= copies.min && Number(count) <= copies.max);
  const run = async () => {
    setError(undefined);
    const wanted = copies && act.act === 'decide' ? { ...act, copies_printed: Number(count) } : act;
    try {
      await floor.act(wanted);
      close();
      onDone?.();
    } catch (thrown) {
      setError(thrown);
    }
  };
  const isGrave = money === 'refunds' || paper === 'ends' || act.act === 'remove_printer';
  return (
    <Dialog
      opened
      onClose={() => !floor.isRunning && close()}
      title={about === undefined ? text : `${text}${colon(language)}${about}`}
      actions={
        <>
          <Button variant="default" disabled={floor.isRunning} onClick={close}>
            {kit.cancel}
          </Button>
          <Button
            {...(isGrave && { color: 'seal' })}
            loading={floor.isRunning}
            disabled={!isCounted}
            onClick={() => void run()}
            data-autofocus={copies ? undefined : true}
          >
            {text}
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        {copies && (
          <TextInput
            label={words.copiesWhole}
            description={words.ofCopies(copies.max)}
            type="number"
            inputMode="numeric"
            min={copies.min}
            max={copies.max}
            value={count}
            onChange={(event) => setCount(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Text>{actConsequence(act, words)}</Text>
        <Text size="sm" c="dimmed">
          {words.paper[paper]} {words.money[money]} {words.final}
        </Text>
        <FloorNote error={error} />
      </Stack>
    </Dialog>
  );
}
