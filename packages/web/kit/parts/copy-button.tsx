/** Puts a text on the clipboard and says that it did. */
import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CheckIcon, CopyIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';

export interface CopyButtonProps extends ButtonProps {
  text: string;
  /** What is copied, for who can't see it: "the link". */
  label?: string;
}

const saidMs = 2000;

export function CopyButton({ text, label, ...look }: CopyButtonProps) {
  const words = useWords(kitWords);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), saidMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button
      variant="default"
      {...look}
      leftSection={isCopied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
      onClick={() => void copy(text).then(setCopied)}
    >
      <span aria-live="polite">{isCopied ? words.copied : (label ?? words.copy)}</span>
    </Button>
  );
}

/** Without TLS there is no clipboard for scripts; a selected field can be copied all the same. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.style.position = 'fixed';
    field.style.opacity = '0';
    document.body.append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    return isDone;
  }
}
