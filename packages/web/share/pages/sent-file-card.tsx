/** One chosen photo or file: its picture, how far it is, what is wrong with it, and what of it comes onto paper. */
import { useState } from 'react';
import type { ApiOutput } from '../../kit/api-types.ts';
import { type CropShares, hasShape, type PhotoShape, placeOf } from '../../kit/crop-rules.ts';
import { PhotoIcon } from '../../kit/icons.tsx';
import { kitWords } from '../../kit/kit-words.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { fileRefusalText, mayRetry } from '../../kit/uploads/file-refusals.ts';
import { useAnswer } from '../answers.ts';
import { ShareButton } from '../parts/share-button.tsx';
import parts from '../parts/share-parts.module.css';
import classes from './collection-page.module.css';
import { collectionWords } from './collection-words.ts';
import { FrameZoom, PhotoFrame } from './photo-frame.tsx';
import { type PrintChoice, PrintFields, type PrintOffer } from './print-choice.tsx';
import type { SentFile } from './sent-files.ts';

export interface SentFileCardProps {
  file: SentFile;
  /** In which it is judged; undefined: it isn't, for nothing is chosen yet or it is no photo. */
  print: { size: string; fit: 'fill' | 'fit' | null } | undefined;
  /** The part of it that comes onto paper, where its sender has said so. */
  crop: CropShares | undefined;
  cut(crop: CropShares | undefined): void;
  retry(): void;
  remove(): void;
  /** Where each sender chooses. */
  own?:
    | {
        offer: PrintOffer;
        choice: PrintChoice | undefined;
        usual: PrintChoice;
        maxQuantity: number;
        choose(choice: PrintChoice | undefined): void;
      }
    | undefined;
}

export function SentFileCard({ file, print, crop, cut, retry, remove, own }: SentFileCardProps) {
  const { photo: words } = useWords(collectionWords);
  const isGoing = file.state === 'sending' || file.state === 'waiting' || file.state === 'pausing';
  return (
    <li className={classes.file} data-state={file.state} data-own={own?.choice !== undefined || undefined}>
      <Picture file={file} print={print} crop={crop} cut={cut} />
      {isGoing && <Progress file={file} />}
      {file.state === 'refused' && <Refusal file={file} />}
      {file.upload && file.upload.pages > 1 && (
        <p className={`${parts.small} ${parts.dim}`}>{words.pages(file.upload.pages)}</p>
      )}
      {own && file.state === 'ready' && <OwnChoice {...own} />}
      <div className={classes.fileActs}>
        {file.state === 'refused' && file.error && mayRetry(file.error) && (
          <ShareButton kind="plain" aria-label={words.retryIt(file.name)} onClick={retry}>
            {words.retry}
          </ShareButton>
        )}
        <ShareButton
          kind="link"
          aria-label={isGoing ? words.cancelIt(file.name) : words.removeIt(file.name)}
          onClick={remove}
        >
          {isGoing ? words.cancel : words.remove}
        </ShareButton>
      </div>
    </li>
  );
}

function Progress({ file }: { file: SentFile }) {
  const { photo: words } = useWords(collectionWords);
  const percent = Math.floor(file.share * 100);
  const said = {
    waiting: words.waiting,
    pausing: words.pausing,
    sending: file.share >= 1 ? words.checking : words.sending(percent),
  }[file.state as 'waiting' | 'pausing' | 'sending'];
  return (
    <>
      <div
        className={parts.bar}
        role="progressbar"
        aria-label={words.progress(file.name)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className={`${parts.small} ${parts.dim} platen-numbers`}>{said}</p>
    </>
  );
}

function Refusal({ file }: { file: SentFile }) {
  const { photo: words } = useWords(collectionWords);
  const { codes } = useWords(kitWords);
  const language = useLanguage();
  const { error } = file;
  const said = error && fileRefusalText(error, language);
  return (
    <div role="alert" className={`${parts.small} ${parts.problem}`}>
      {error === undefined ? words.empty : (said ?? codes[error.code])}
      {language !== 'en' && error && said === undefined && error.code !== 'offline' && (
        <p lang="en">{error.message}</p>
      )}
    </div>
  );
}

function Picture({
  file,
  print,
  crop,
  cut: setCrop,
}: Pick<SentFileCardProps, 'file' | 'print' | 'crop' | 'cut'>) {
  const words = useWords(collectionWords);
  const [isMoved, setMoved] = useState(false);
  const source = file.upload?.thumbnail ?? file.preview;
  const photoId = file.state === 'ready' && print ? file.upload?.id : undefined;
  const { data: quality } = useAnswer(
    'GET /api/photos/{photo_id}/quality-check',
    { photo_id: photoId ?? '', size: print?.size ?? '', ...(print?.fit && { fit: print.fit }) },
    { isWanted: photoId !== undefined },
  );
  const cut = quality && quality.fit === 'fill' ? cutsOf(quality, crop) : undefined;
  const frame = cut && { ...cut, crop: cut.printed, change: setCrop };
  const worst = quality?.findings[0];
  const language = useLanguage();
  return (
    <>
      <div className={classes.picture}>
        {source ? <img src={source} alt={file.name} /> : <PhotoIcon size={36} />}
        {source && frame && isMoved && <PhotoFrame {...frame} />}
        {source && cut && !isMoved && <span className={classes.crop} style={placeOf(cut.printed)} />}
        {source && cut?.better && <span className={classes.better} style={placeOf(cut.better)} />}
      </div>
      <p className={classes.fileName} title={file.name}>
        {file.name}
      </p>
      {quality && (
        <p className={parts.small}>
          <span
            className={parts.badge}
            data-tone={
              { good: 'good', acceptable: 'good', poor: 'warn', unprintable: 'bad' }[quality.verdict]
            }
          >
            {words.verdicts[quality.verdict]}
          </span>{' '}
          {worst && quality.verdict !== 'good' && (
            <span className={parts.dim}>{language === 'zh' ? worst.sentence.zh : worst.sentence.en}</span>
          )}
        </p>
      )}
      {cut && (
        <p className={`${parts.small} ${parts.dim}`}>
          {words.photo.frame}
          {cut.better && ` ${words.photo.better}`}
        </p>
      )}
      {frame && isMoved && <FrameZoom {...frame} />}
      {source && cut && (
        <div className={classes.fileActs}>
          <ShareButton kind="link" aria-pressed={isMoved} onClick={() => setMoved(!isMoved)}>
            {isMoved ? words.photo.frameDone : words.photo.frameMove}
          </ShareButton>
          {cut.better && (
            <ShareButton kind="link" onClick={() => setCrop(cut.better)}>
              {words.photo.frameBetter}
            </ShareButton>
          )}
          {crop && (
            <ShareButton kind="link" onClick={() => setCrop(undefined)}>
              {words.photo.frameUsual}
            </ShareButton>
          )}
        </div>
      )}
    </>
  );
}

/** Less than this share of the photo beside it is the same frame to the eye. */
const visibleShare = 0.04;

interface Cuts {
  /** What comes onto paper. */
  printed: CropShares;
  /** A frame of the same shape that would keep more of what matters. */
  better?: CropShares;
  aspect: number;
  photo: PhotoShape;
}

/** Undefined where nearly all of the photo comes onto paper. `own` is what its sender wants, as long as it has the shape of the paper. */
function cutsOf(
  { crop, photo, lost_percent, suggested_crop }: ApiOutput<'GET /api/photos/{photo_id}/quality-check'>,
  own: CropShares | undefined,
): Cuts | undefined {
  if (lost_percent < 1 && !own) return undefined;
  const shape = { widthPx: photo.width_px, heightPx: photo.height_px };
  const aspect = crop.width_px / crop.height_px;
  const usual = {
    left: crop.left_px / photo.width_px,
    top: crop.top_px / photo.height_px,
    width: crop.width_px / photo.width_px,
    height: crop.height_px / photo.height_px,
  };
  const printed = own && hasShape(own, aspect, shape) ? own : usual;
  const { shares } = suggested_crop;
  const beside = Math.max(Math.abs(shares.left - printed.left), Math.abs(shares.top - printed.top));
  const cuts = { printed, aspect, photo: shape };
  return beside < visibleShare || printed === own ? cuts : { ...cuts, better: shares };
}

function OwnChoice({ offer, choice, usual, maxQuantity, choose }: NonNullable<SentFileCardProps['own']>) {
  const { photo: words } = useWords(collectionWords);
  if (!choice) {
    return (
      <ShareButton kind="link" onClick={() => choose(usual)}>
        {words.own}
      </ShareButton>
    );
  }
  return (
    <>
      <PrintFields offer={offer} choice={choice} maxQuantity={maxQuantity} isOwn change={choose} />
      <ShareButton kind="link" onClick={() => choose(undefined)}>
        {words.sameAsAll}
      </ShareButton>
    </>
  );
}
