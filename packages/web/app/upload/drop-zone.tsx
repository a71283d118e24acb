/** Where files come in: dropped, pasted, taken with a camera, chosen one by one or as a folder. */
import { Button, Text } from '@mantine/core';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import type { ApiOutput } from '../../kit/api-types.ts';
import { fileSizeText } from '../../kit/formats.ts';
import { CameraIcon, FolderIcon, UploadIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { filesOfTransfer } from './dropped-files.ts';
import classes from './upload.module.css';
import { uploadWords } from './upload-words.ts';

export interface DropZoneProps {
  /** How large a file may be, and what the account has room for; undefined until that is known. */
  limits: ApiOutput<'GET /api/uploads/limits'> | undefined;
  onFiles(files: readonly File[]): void;
}

/** Room for fewer of the largest files than this is told. */
const scarceFiles = 3;
const takes = 'image/*,application/pdf,.heic,.heif,.avif,.tif,.tiff,.pdf';

export function DropZone({ limits, onFiles }: DropZoneProps) {
  const words = useWords(uploadWords);
  const language = useLanguage();
  const [isOver, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  usePastedFiles(onFiles);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void filesOfTransfer(event.dataTransfer).then(onFiles);
  };
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.currentTarget.files ?? [])];
    // The same file may be chosen once more.
    event.currentTarget.value = '';
    if (chosen.length > 0) onFiles(chosen);
  };
  return (
    // Dropping is a shortcut: everything can be done by the buttons in it.
    // biome-ignore lint/a11y/noStaticElementInteractions: a target of drops, nothing to be pressed.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadIcon size={34} />
      <Text fw={650} size="lg" className={classes.byMouse}>
        {isOver ? words.dropNow : words.drop}
      </Text>
      <Text size="sm" c="dimmed" className={classes.byMouse}>
        {words.or}
      </Text>
      <Text fw={650} size="lg" className={classes.byFinger}>
        {words.tap}
      </Text>
      <div className={classes.choices}>
        <Button leftSection={<UploadIcon size={18} />} onClick={() => files.current?.click()}>
          {words.choose}
        </Button>
        <Button
          variant="default"
          leftSection={<CameraIcon size={18} />}
          onClick={() => camera.current?.click()}
        >
          {words.camera}
        </Button>
        <Button
          variant="default"
          className={classes.byMouse!}
          leftSection={<FolderIcon size={18} />}
          onClick={() => folder.current?.click()}
        >
          {words.folder}
        </Button>
      </div>
      <Text size="xs" c="dimmed">
        {words.formats}
        {limits && ` · ${words.upTo(fileSizeText(limits.max_file_bytes, language))}`}
      </Text>
      {limits && limits.quota_bytes - limits.stored_bytes < scarceFiles * limits.max_file_bytes && (
        <Text size="xs" c="seal" role="status">
          {words.room(fileSizeText(Math.max(0, limits.quota_bytes - limits.stored_bytes), language))}
        </Text>
      )}
      <input
        ref={files}
        className={classes.hidden}
        type="file"
        multiple
        accept={takes}
        onChange={take}
        aria-label={words.choose}
        tabIndex={-1}
      />
      <input
        ref={camera}
        className={classes.hidden}
        type="file"
        accept="image/*"
        capture="environment"
        onChange={take}
        aria-label={words.camera}
        tabIndex={-1}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // React's types have no attribute of this name.
          if (input) input.webkitdirectory = true;
        }}
        className={classes.hidden}
        type="file"
        multiple
        onChange={take}
        aria-label={words.folder}
        tabIndex={-1}
      />
    </div>
  );
}

/** Anywhere on the page but in a field. */
function usePastedFiles(onFiles: DropZoneProps['onFiles']): void {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pasted = [...(event.clipboardData?.files ?? [])];
      if (pasted.length === 0) return;
      event.preventDefault();
      latest.current(pasted);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}
