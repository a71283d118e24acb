/** An address to hand out: to be read, copied, sent on by the device's own way of sharing, or photographed. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { ShareIcon } from '../../kit/icons.tsx';
import { defineWords, useWords } from '../../kit/language.ts';
import { CopyButton } from '../../kit/parts/copy-button.tsx';
import { QrCode } from '../../kit/parts/qr-code.tsx';

const shareLinkWords = defineWords({
  en: { link: 'Link', copyLink: 'Copy the link', send: 'Send …', qr: 'QR code of the link' },
  zh: { link: '链接', copyLink: '复制链接', send: '发送…', qr: '链接的二维码' },
});

export interface ShareLinkProps {
  url: string;
  /** Of what it leads to, for the device's own dialog. */
  title: string;
}

export function ShareLink({ url, title }: ShareLinkProps) {
  const words = useWords(shareLinkWords);
  const canSend = typeof navigator.share === 'function';
  return (
    <Group align="flex-start" gap="lg">
      <QrCode text={url} label={words.qr} />
      <Stack gap="sm" style={{ flex: '1 1 15rem' }}>
        <TextInput
          label={words.link}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group gap="sm">
          <CopyButton text={url} label={words.copyLink} />
          {canSend && (
            <Button
              variant="default"
              leftSection={<ShareIcon size={18} />}
              // Whoever closes the dialog has decided; there is nothing to say about it.
              onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
            >
              {words.send}
            </Button>
          )}
        </Group>
      </Stack>
    </Group>
  );
}
