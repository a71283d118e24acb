/** The page of an address behind which there is nothing. */
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';
import { EmptyState } from './empty-state.tsx';

export function NotFoundPage() {
  const words = useWords(kitWords);
  useEffect(() => {
    document.title = `${words.notFound} · Platen`;
  }, [words]);
  return (
    <EmptyState
      isPage
      title={words.notFound}
      hint={words.notFoundHint}
      action={
        <Button component="a" href="/" mt="md">
          {words.home}
        </Button>
      }
    />
  );
}
