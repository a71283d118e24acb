/** A question or a form over the page, and a panel at its side: focus stays inside, Escape closes, the page behind stands still. */
import { Drawer, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';

export interface DialogProps {
  opened: boolean;
  onClose(): void;
  title: string;
  children: ReactNode;
  /** Buttons below, the main one last. */
  actions?: ReactNode;
  /** Of its width; `md` unless told. */
  size?: 'sm' | 'md' | 'lg' | 'xl';
}

/** Its head is no banner of the page. */
const notBanner = { header: { role: 'presentation' } };

export function Dialog({ opened, onClose, title, children, actions, size = 'md' }: DialogProps) {
  const { close } = useWords(kitWords);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      centered
      closeButtonProps={{ 'aria-label': close }}
      attributes={notBanner}
    >
      {children}
      {actions !== undefined && (
        <Group justify="flex-end" mt="lg">
          {actions}
        </Group>
      )}
    </Modal>
  );
}

/** The same at the right edge, for what is looked at beside the page. */
export function SidePanel({ opened, onClose, title, children }: Omit<DialogProps, 'actions' | 'size'>) {
  const { close } = useWords(kitWords);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      size={460}
      closeButtonProps={{ 'aria-label': close }}
      attributes={notBanner}
    >
      {children}
    </Drawer>
  );
}
