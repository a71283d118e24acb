/** A file, what is chosen with it, and one button that sends both. Owns that it goes once, and what is said when it is refused. */
import { Button, FileInput, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FloorNote } from './floor-note.tsx';

export interface FileFormProps {
  label: string;
  hint?: string;
  /** As `accept` of an input. */
  accept: string;
  button: string;
  isMain?: boolean;
  /** Why this file is not sent at all. */
  refuse?(file: File): Promise<string | undefined>;
  /** Throws what is shown. */
  send(file: File): Promise<void>;
  /** The file is taken out of the form when it was sent. */
  empties?: boolean;
  /** Between the file and the button. */
  children: ReactNode;
  /** Beside the button. */
  beside?: ReactNode;
}

export function FileForm(props: FileFormProps) {
  const { label, hint, accept, button, isMain = false, refuse, send, empties = false } = props;
  const [file, setFile] = useState<File | null>(null);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file || isSending) return;
    setSending(true);
    setError(undefined);
    try {
      const refused = await refuse?.(file);
      setRefusal(refused);
      if (refused !== undefined) return;
      await send(file);
      if (empties) setFile(null);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setSending(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm" mt="sm">
        <FileInput
          label={label}
          description={hint}
          accept={accept}
          placeholder={label}
          clearable
          value={file}
          error={refusal}
          onChange={(next) => {
            setFile(next);
            setRefusal(undefined);
            setError(undefined);
          }}
        />
        {props.children}
        <Group>
          <Button type="submit" {...(!isMain && { variant: 'default' })} loading={isSending} disabled={!file}>
            {button}
          </Button>
          {props.beside}
        </Group>
        <FloorNote error={error} />
      </Stack>
    </form>
  );
}
