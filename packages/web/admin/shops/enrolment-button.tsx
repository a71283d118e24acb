/** A new enrolment code: shown once, as a command to paste and as a QR code, with the time that is left. */
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../kit/api-hooks.ts';
import { durationText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { useNow } from '../../kit/live/now.ts';
import { CopyButton } from '../../kit/parts/copy-button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { QrCode } from '../../kit/parts/qr-code.tsx';
import { shopAdminWords } from './shop-admin-words.ts';

export function EnrolmentButton({ shop_id, shopName }: { shop_id: string; shopName: string }) {
  const words = useWords(shopAdminWords);
  const [isOpen, setOpen] = useState(false);
  const create = useAct('POST /api/admin/enrolment-codes');
  const open = () => {
    setOpen(true);
    create.run({ shop_id });
  };
  return (
    <>
      <Button onClick={open}>{words.enrol}</Button>
      <Dialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={words.enrolTitle(shopName)}
        actions={
          <Button variant="default" loading={create.isRunning} onClick={() => create.run({ shop_id })}>
            {words.enrolAgain}
          </Button>
        }
      >
        <ErrorNote error={create.error} />
        {create.isRunning && <LoadingLines lines={5} />}
        {create.output && !create.isRunning && <EnrolmentCode {...create.output} />}
      </Dialog>
    </>
  );
}

function EnrolmentCode({ code, expires_at }: { code: string; expires_at: string }) {
  const words = useWords(shopAdminWords);
  const language = useLanguage();
  const now = useNow();
  const leftSeconds = (Date.parse(expires_at) - now) / 1000;
  const command = `npx platen agent enroll ${code} --cloud ${location.origin}`;
  if (leftSeconds <= 0) return <Text role="alert">{words.enrolOver}</Text>;
  return (
    <Stack>
      <Text ta="center" fz={28} fw={700} ff="monospace" data-testid="enrolment-code">
        {code}
      </Text>
      <Group justify="center">
        <QrCode text={command} label={words.enrolQr} />
      </Group>
      <Text size="sm">{words.enrolText}</Text>
      <Code block>{command}</Code>
      <CopyButton text={command} label={words.copyCommand} />
      <Text size="sm" c="dimmed" className="platen-numbers" ta="center">
        {words.enrolLeft(durationText(leftSeconds, language))}
      </Text>
    </Stack>
  );
}
