/** A button that asks first, for what moves money or paper and can't be taken back. What can be is done at once, with an undo. */
import { Button, type ButtonProps, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';

export interface ConfirmButtonProps extends ButtonProps {
  children: ReactNode;
  /** The question: "Refund ¥12.50?" */
  title: string;
  /** What follows from it, to paper and to money. */
  text: ReactNode;
  /** On the button that does it: the act itself, never "OK". */
  confirm: string;
  /** Does it; while it runs the question stays. What it throws is shown in it. */
  act(): Promise<unknown>;
}

export function ConfirmButton({ children, title, text, confirm, act, ...look }: ConfirmButtonProps) {
  const words = useWords(kitWords);
  const [isOpen, setOpen] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async () => {
    setRunning(true);
    setError(undefined);
    try {
      await act();
      setOpen(false);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setRunning(false);
    }
  };
  const close = () => {
    if (isRunning) return;
    setOpen(false);
    setError(undefined);
  };
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={close}
        title={title}
        actions={
          <>
            <Button variant="default" disabled={isRunning} onClick={close}>
              {words.back}
            </Button>
            <Button color={look.color} loading={isRunning} onClick={() => void run()} data-autofocus>
              {confirm}
            </Button>
          </>
        }
      >
        <Text component="div" mb="md">
          {text}
        </Text>
        <ErrorNote error={error} />
      </Dialog>
    </>
  );
}
