/**
 * Words that come up for a moment: what was done, with a way back where there is one. Owns the list of them and how long they stay; a screen
 * reader is told, and nobody's focus is taken.
 */
import { Button, CloseButton, Paper, Text } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';
import classes from './undo-toast.module.css';

export interface Toast {
  text: string;
  /** Takes back what was done. */
  undo?: () => void;
  tone?: 'done' | 'refused';
}

interface ShownToast extends Toast {
  id: number;
}

const shownMs = { plain: 5000, undoable: 10_000 };
const maxShown = 3;

let toasts: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows it at the edge of the page: 5 s, or 10 s where it can be undone. */
export function showToast(toast: Toast): void {
  lastId += 1;
  const next = toasts.concat(Object.assign({ id: lastId }, toast));
  change(next.slice(-maxShown));
}

const dismiss = (id: number): void => change(toasts.filter((each) => each.id !== id));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear; startEntry has it. */
export function UndoToasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className={classes.stack} role="status" aria-live="polite">
      {shown.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function OneToast({ toast }: { toast: ShownToast }) {
  const words = useWords(kitWords);
  const { id, text, undo, tone = 'done' } = toast;
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), undo ? shownMs.undoable : shownMs.plain);
    return () => clearTimeout(timer);
  }, [id, undo]);
  return (
    <Paper className={classes.toast} data-tone={tone} shadow="md" withBorder>
      <Text size="sm" style={{ flex: 1 }}>
        {text}
      </Text>
      {undo && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            undo();
            dismiss(id);
          }}
        >
          {words.undo}
        </Button>
      )}
      <CloseButton size="sm" aria-label={words.close} onClick={() => dismiss(id)} />
    </Paper>
  );
}
