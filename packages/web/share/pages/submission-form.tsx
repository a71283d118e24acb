/** Photos for a pre-order: chosen or dropped, uploaded at once, sent in together. */
import { type DragEvent, type FormEvent, useRef, useState } from 'react';
import type { ApiOutput } from '../../kit/api-types.ts';
import { type CropShares, roundedCrop } from '../../kit/crop-rules.ts';
import { fileSizeText } from '../../kit/formats.ts';
import { UploadIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import type { UploadKind } from '../../kit/uploads/upload.ts';
import { useAnswer } from '../answers.ts';
import { useGuestAct } from '../guest-act.ts';
import { ShareButton } from '../parts/share-button.tsx';
import { ShareField } from '../parts/share-field.tsx';
import { RefusalNote, ShareNote } from '../parts/share-note.tsx';
import parts from '../parts/share-parts.module.css';
import classes from './collection-page.module.css';
import { collectionWords } from './collection-words.ts';
import { type PrintChoice, PrintFields, type PrintOffer, usePrintOffer } from './print-choice.tsx';
import { SentFileCard } from './sent-file-card.tsx';
import { type SentFile, useSentFiles } from './sent-files.ts';

/** Of one submission; whoever has more sends another. */
const maxFiles = 100;
const pictureTypes =
  'image/jpeg,image/png,image/tiff,image/webp,image/heic,image/heif,image/avif,image/gif,image/bmp';

export type PreOrderShare = ApiOutput<'GET /api/share/{share_code}'>;

export interface SubmissionFormProps {
  share: PreOrderShare;
  onSent(count: number): void;
}

export function SubmissionForm({ share, onSent }: SubmissionFormProps) {
  const words = useWords(collectionWords);
  const isDocument = share.order_type === 'document';
  const isChosen = share.spec_mode === 'per_submission';
  const { data: limits } = useAnswer('GET /api/uploads/limits', {});
  const { files, add, retry, remove, clear } = useSentFiles(
    isDocument ? 'document' : 'photo',
    limits?.max_file_bytes,
  );
  const { offer, error: offerError, retry: retryOffer } = usePrintOffer(isChosen);
  const [typedChoice, setChoice] = useState<PrintChoice>();
  const [ownChoices, setOwnChoices] = useState<ReadonlyMap<string, PrintChoice>>(new Map());
  const [crops, setCrops] = useState<ReadonlyMap<string, CropShares>>(new Map());
  const [leftOut, setLeftOut] = useState<number>();
  const [told, setTold] = useState({ name: '', note: '', password: '' });
  const send = useGuestAct('POST /api/share/{share_code}/submit');
  const choice = typedChoice ?? firstChoice(offer);
  const max = Math.min(maxFiles, share.remaining, share.quota_per_person ?? maxFiles);
  const isWaiting = files.some(({ state }) => state !== 'ready' && state !== 'refused');
  const refused = files.filter(({ state }) => state === 'refused').length;
  const isReady = files.length > 0 && !isWaiting && refused === 0 && (!isChosen || isWhole(choice));

  // What the button waits for, said where it is.
  const whyNot = isWaiting
    ? words.wait
    : refused > 0
      ? words.broken(refused)
      : files.length > 0 && isChosen && !isWhole(choice)
        ? words.choicesMissing
        : '';

  const take = (chosen: FileList | null) => {
    const given = [...(chosen ?? [])];
    if (given.length === 0) return;
    setLeftOut(add(given, max - files.length) > 0 ? max : undefined);
    send.forgetError();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const ids = files.map(({ upload }) => upload!.id);
    const specs = files.flatMap(({ key, upload }) => {
      const own = isChosen ? ownChoices.get(key) : undefined;
      const crop = crops.get(key);
      const isOwn = own !== undefined || crop !== undefined;
      return isOwn ? [{ photo_id: upload!.id, ...own, ...(crop && { crop: roundedCrop(crop) }) }] : [];
    });
    const sent = await send.run({
      share_code: share.share_code,
      photo_ids: ids,
      submitter_name: told.name.trim(),
      note: told.note.trim(),
      ...(share.needs_password && { password: told.password }),
      ...(isChosen && choice),
      ...(specs.length > 0 && { specs }),
    });
    if (!sent) return;
    clear();
    setOwnChoices(new Map());
    setCrops(new Map());
    onSent(ids.length);
  };
  const chooseOwn = (key: string, own: PrintChoice | undefined) => {
    const next = new Map(ownChoices);
    if (own) next.set(key, own);
    else next.delete(key);
    setOwnChoices(next);
  };
  const cut = (key: string, crop: CropShares | undefined) => {
    const next = new Map(crops);
    if (crop) next.set(key, crop);
    else next.delete(key);
    setCrops(next);
  };
  const printOf = (key: string) => {
    if (isDocument) return undefined;
    if (share.fixed_spec) return { size: share.fixed_spec.size, fit: share.fixed_spec.fit };
    const size = (ownChoices.get(key) ?? choice).size;
    return size === '' ? undefined : { size, fit: null };
  };

  return (
    <form className={`${parts.card} ${parts.stack}`} onSubmit={(event) => void submit(event)}>
      <h2>{isDocument ? words.sendFiles : words.send}</h2>
      {isChosen && offerError !== undefined && <RefusalNote error={offerError} retry={retryOffer} />}
      {isChosen && offer?.sizes.length === 0 && <ShareNote tone="warn" title={words.noOffer} />}
      {isChosen && offer && offer.sizes.length > 0 && (
        <PrintFields offer={offer} choice={choice} maxQuantity={share.max_quantity} change={setChoice} />
      )}
      <FilePicker
        isDocument={isDocument}
        hasFiles={files.length > 0}
        isFull={files.length >= max}
        maxBytes={limits?.max_file_bytes}
        take={take}
      />
      <BrokenOffNote kind={isDocument ? 'document' : 'photo'} files={files} />
      {leftOut !== undefined && <ShareNote tone="warn" role="status" title={words.tooMany(leftOut)} />}
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <SentFileCard
              key={file.key}
              file={file}
              print={printOf(file.key)}
              crop={crops.get(file.key)}
              cut={(crop) => cut(file.key, crop)}
              retry={() => retry(file.key)}
              remove={() => {
                remove(file.key);
                chooseOwn(file.key, undefined);
                cut(file.key, undefined);
                setLeftOut(undefined);
              }}
              own={
                isChosen && offer
                  ? {
                      offer,
                      choice: ownChoices.get(file.key),
                      usual: choice,
                      maxQuantity: share.max_quantity,
                      choose: (own) => chooseOwn(file.key, own),
                    }
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <>
          <ShareField
            label={words.name}
            hint={words.nameHint}
            name="name"
            autoComplete="name"
            maxLength={60}
            value={told.name}
            onChange={(event) => setTold({ ...told, name: event.currentTarget.value })}
          />
          <ShareField
            label={words.note}
            hint={words.noteHint}
            name="note"
            autoComplete="off"
            maxLength={500}
            value={told.note}
            onChange={(event) => setTold({ ...told, note: event.currentTarget.value })}
          />
          {share.needs_password && (
            <ShareField
              label={words.password}
              hint={words.passwordHint}
              name="share-password"
              autoComplete="off"
              required
              maxLength={100}
              value={told.password}
              onChange={(event) => setTold({ ...told, password: event.currentTarget.value })}
            />
          )}
        </>
      )}
      <RefusalNote error={send.error} />
      <p role="status" className={`${parts.small} ${parts.dim} ${classes.why}`}>
        {whyNot}
      </p>
      <ShareButton type="submit" isWide isRunning={send.isRunning} disabled={!isReady}>
        {files.length === 0
          ? words.submitNone
          : (isDocument ? words.submitFiles : words.submit)(files.length - refused)}
      </ShareButton>
    </form>
  );
}

/** What broke off before and is not chosen again yet. */
function BrokenOffNote({ kind, files }: { kind: UploadKind; files: readonly SentFile[] }) {
  const words = useWords(collectionWords);
  const { data } = useAnswer('GET /api/uploads', {});
  const left = (data?.items ?? []).filter(
    (each) =>
      each.mark !== null &&
      each.offset > 0 &&
      each.kind === kind &&
      !files.some(({ name }) => name === each.filename),
  );
  if (left.length === 0) return null;
  return (
    <ShareNote title={words.brokenOff}>
      <p className={parts.small}>{left.map(({ filename }) => filename).join(' · ')}</p>
    </ShareNote>
  );
}

const noChoice: PrintChoice = { size: '', paper_type: '', quantity: 1 };

/** Where there is but one thing to choose it is chosen. */
function firstChoice(offer: PrintOffer | undefined): PrintChoice {
  const [only, another] = offer?.sizes ?? [];
  if (!only || another) return noChoice;
  return { size: only.code, paper_type: only.papers[0]!.code, quantity: 1 };
}

const isWhole = ({ size, paper_type, quantity }: PrintChoice): boolean =>
  size !== '' && paper_type !== '' && quantity > 0;

function FilePicker({
  isDocument,
  hasFiles,
  isFull,
  maxBytes,
  take,
}: {
  isDocument: boolean;
  hasFiles: boolean;
  isFull: boolean;
  maxBytes: number | undefined;
  take(files: FileList | null): void;
}) {
  const words = useWords(collectionWords);
  const field = useRef<HTMLInputElement>(null);
  const language = useLanguage();
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent, isNow: boolean) => {
    event.preventDefault();
    setOver(isNow);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button in it is the first.
    <div
      className={classes.picker}
      data-over={isOver || undefined}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        if (!isFull) take(event.dataTransfer.files);
      }}
    >
      <input
        ref={field}
        type="file"
        multiple
        hidden
        accept={isDocument ? `application/pdf,${pictureTypes}` : pictureTypes}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
      <ShareButton
        kind={hasFiles ? 'plain' : 'main'}
        disabled={isFull}
        onClick={() => field.current?.click()}
      >
        <UploadIcon size={20} />
        {hasFiles ? words.pickMore : isDocument ? words.pickFiles : words.pick}
      </ShareButton>
      <span className={`${parts.small} ${parts.dim} ${classes.drop}`}>{words.drop}</span>
      {!hasFiles && (
        <span className={`${parts.small} ${parts.dim}`}>
          {isDocument ? words.formatsWithPdf : words.formats}
          {maxBytes !== undefined && ` · ${words.upTo(fileSizeText(maxBytes, language))}`}
        </span>
      )}
    </div>
  );
}
