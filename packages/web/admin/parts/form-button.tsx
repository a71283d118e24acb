/** A button that opens the form of one operation over the page, and closes it when it is done. */
import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ActRoute } from '../../kit/api-types.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { RecordForm, type RecordFormProps } from './record-form.tsx';

export interface FormButtonProps<R extends ActRoute> extends RecordFormProps<R> {
  /** On the button; also the title of the form unless `title` is another. */
  label: string;
  title?: string;
  /** Above the fields. */
  intro?: ReactNode;
  look?: ButtonProps;
}

export function FormButton<R extends ActRoute>({ label, title, intro, look, ...form }: FormButtonProps<R>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" {...look} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={title ?? label}>
        {intro}
        <RecordForm<R>
          {...form}
          onCancel={() => setOpen(false)}
          onDone={(output) => {
            setOpen(false);
            form.onDone?.(output);
          }}
        />
      </Dialog>
    </>
  );
}
