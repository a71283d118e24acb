/** /photos/$id: how a photo will look printed, which part of it, on what, and the way into the basket. */
import {
  Alert,
  Checkbox,
  Grid,
  Group,
  NativeSelect,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useAddress, usePathPart } from '../../kit/address-state.ts';
import { api, isGone } from '../../kit/api.ts';
import { useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { type PrintOptions, useCatalogue } from '../../kit/catalogue.ts';
import { centredCrop, cropText, hasShape, paperAspect, readCrop, roundedCrop } from '../../kit/crop-rules.ts';
import { fileSizeText, numberText, timeText } from '../../kit/formats.ts';
import { PhotoIcon, TrashIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import type { OrderItemInput } from '../basket/basket-rules.ts';
import { useKeptChoices } from '../basket/basket-store.ts';
import { CopiesInput, PaperSelect, SizeSelect } from '../basket/choice-selects.tsx';
import { itemWords } from '../basket/item-words.ts';
import { paperFor, usualSize } from '../basket/prices.ts';
import { BuyPanel } from '../photo/buy-panel.tsx';
import { CropFrame } from '../photo/crop-frame.tsx';
import classes from '../photo/photo.module.css';
import { photoWords } from '../photo/photo-words.ts';
import { previewPath, sheetPath } from '../photo/picture-paths.ts';
import { QualitySizes, VerdictDetails } from '../photo/quality-sizes.tsx';
import { RealSize, SheetPicture } from '../photo/sheet-picture.tsx';

type Photo = ApiOutput<'GET /api/photos/{photo_id}'>;

export function PhotoPage() {
  const photo_id = usePathPart('id');
  const photo = useRead('GET /api/photos/{photo_id}', { photo_id }, { staleTime: 600_000 });
  const { options, error, retry } = useCatalogue();
  if (isGone(photo.error)) return <GoneUpload />;
  return (
    <>
      <ErrorNote error={photo.error} retry={() => void photo.refetch()} />
      <ErrorNote error={error} retry={retry} />
      {(photo.isPending || !options) && !photo.error && !error && <LoadingLines lines={8} heightPx={36} />}
      {photo.data && options && <PhotoDesk key={photo_id} photo={photo.data} options={options} />}
    </>
  );
}

/** What stands where an upload is no more. */
export function GoneUpload() {
  const words = useWords(photoWords);
  return (
    <>
      <PageTitle title={words.gone} />
      <EmptyState
        icon={<PhotoIcon size={40} />}
        title={words.goneHint}
        action={<PageButton to="/upload">{words.toUpload}</PageButton>}
      />
    </>
  );
}

type View = 'cut' | 'sheet' | 'real';

/** What is chosen, as far as it stands in the address. */
function useChoices(options: PrintOptions) {
  const [address, setAddress] = useAddress({
    as: 'print',
    size: '',
    paper: '',
    fit: 'fill',
    border: 'white',
    colour: 'color',
    id: '35x45',
    slip: false,
    copies: 1,
    view: 'cut',
    crop: '',
    line: '',
  });
  const size = options.sizes.find(({ code }) => code === address.size) ?? usualSize(options, 'photo');
  const idSize = options.id_photo_sizes.find(({ code }) => code === address.id) ?? options.id_photo_sizes[0];
  const isId = address.as === 'id';
  return {
    setAddress,
    isId,
    size,
    idSize,
    paper: paperFor(options, size, address.paper),
    fit: !isId && address.fit === 'fit' ? ('fit' as const) : ('fill' as const),
    border: address.border === 'blurred' ? ('blurred' as const) : ('white' as const),
    colour: address.colour === 'monochrome' ? ('monochrome' as const) : ('color' as const),
    slip: address.slip,
    copies: Math.min(999, Math.max(1, Math.round(address.copies))),
    crop: address.crop,
    line: address.line,
    view: (['cut', 'sheet', 'real'].includes(address.view) ? address.view : 'cut') as View,
  };
}

type IdSize = NonNullable<ReturnType<typeof useChoices>['idSize']>;
type IdPhotoName = Extract<NonNullable<OrderItemInput['layout']>, { kind: 'id_photo' }>['photo_size'];

function PhotoDesk({ photo, options }: { photo: Photo; options: PrintOptions }) {
  const words = useWords(photoWords);
  const choices = useChoices(options);
  const { setAddress, isId, size, idSize, paper, fit, border, colour, slip, copies, view } = choices;
  const shape = { widthPx: photo.width_px, heightPx: photo.height_px };
  const [cropped, setCropped] = useCrop(choices);
  const kept = useKeptChoices(choices.line);
  const [turned, setTurned] = useState(() => {
    const paperHeld = (isWide: boolean) => paperAspect(size ?? { width_mm: 2, height_mm: 3 }, isWide);
    const isWide = shape.widthPx > shape.heightPx;
    if (!cropped || isId || hasShape(cropped, paperHeld(isWide), shape)) return false;
    return hasShape(cropped, paperHeld(!isWide), shape);
  });
  const quality = useRead(
    'GET /api/photos/{photo_id}/quality-check',
    {
      photo_id: photo.photo_id,
      size: size?.code ?? '4x6',
      ...(isId ? { photo_size: idSize?.code as IdPhotoName } : { fit }),
    },
    { enabled: size !== undefined, staleTime: 600_000, keepsPrevious: true },
  );
  const isWide = shape.widthPx > shape.heightPx !== turned;
  const aspect = isId
    ? (idSize?.width_mm ?? 35) / (idSize?.height_mm ?? 45)
    : paperAspect(size ?? { width_mm: 2, height_mm: 3 }, isWide);
  const shares = quality.data?.suggested_crop.shares;
  const suggested = shares && hasShape(shares, aspect, shape) ? shares : undefined;
  const fitting = cropped && hasShape(cropped, aspect, shape) ? cropped : undefined;
  const crop = fitting ?? suggested ?? centredCrop(aspect, shape);
  const item = useMemo((): OrderItemInput => {
    const usesCrop = isId || fit === 'fill';
    return {
      ...kept,
      document_id: photo.photo_id,
      size: size?.code ?? '',
      paper_type: paper,
      quantity: copies,
      color_mode: colour,
      ...(!isId && { fit }),
      ...(usesCrop && { crop: roundedCrop(crop) }),
      ...(!isId && fit === 'fit' && { border }),
      ...(isId && {
        layout: { kind: 'id_photo' as const, photo_size: (idSize?.code ?? '35x45') as IdPhotoName },
      }),
      ...(slip && { slip: true }),
    };
  }, [kept, photo.photo_id, size, paper, copies, colour, isId, fit, crop, border, idSize, slip]);
  if (!size) return <EmptyState title={words.unavailable} />;
  const shownView: View = view === 'cut' && fit === 'fit' ? 'sheet' : view;
  const path = sheetPath(photo.photo_id, item);
  // Where no face was found, whoever has set the frame has said where the head is.
  const isUnfit = quality.data?.verdict === 'unprintable' && !(isId && fitting !== undefined);
  return (
    <>
      <PhotoTitle photo={photo} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <SegmentedControl
              aria-label={words.view}
              fullWidth
              value={shownView}
              onChange={(value) => setAddress({ view: value })}
              data={(['cut', 'sheet', 'real'] as const)
                .filter((each) => each !== 'cut' || fit === 'fill')
                .map((value) => ({ value, label: words.views[value] }))}
            />
            {shownView === 'cut' && (
              <CropFrame
                src={previewPath(photo.photo_id)}
                alt={photo.filename}
                photo={shape}
                aspect={aspect}
                crop={crop}
                onChange={setCropped}
                suggested={suggested}
                onTurn={isId || size.width_mm === size.height_mm ? undefined : () => setTurned(!turned)}
              />
            )}
            {shownView === 'sheet' && <SheetPicture path={path} />}
            {shownView === 'real' && <RealSize path={path} size={size} />}
            <Paper withBorder p="lg" component="section" aria-label={words.verdictTitle}>
              <Title order={2} mb="xs">
                {words.verdictTitle}
              </Title>
              <ErrorNote error={quality.error} retry={() => void quality.refetch()} />
              {quality.isPending && <Text role="status">{words.checking}</Text>}
              {quality.data && <VerdictDetails quality={quality.data} />}
              {quality.data?.suggested_fit === 'fit' && fit === 'fill' && !isId && (
                <Alert color="ink" variant="light" mt="sm" p="xs">
                  {words.frame.betterFit}
                </Alert>
              )}
            </Paper>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack className={classes.buy}>
            <Options choices={choices} />
            <BuyPanel
              wanted={{ filename: photo.filename, isPhoto: true, item }}
              line={choices.line}
              warning={isUnfit ? words.notAdvised : undefined}
            />
          </Stack>
        </Grid.Col>
      </Grid>
      {!isId && (
        <Stack mt="xl">
          <QualitySizes
            photoId={photo.photo_id}
            fit={fit}
            chosen={size.code}
            paper={paper}
            onChoose={(code) => setAddress({ size: code })}
          />
        </Stack>
      )}
    </>
  );
}

/** How long the frame lies still before it is put into the address. */
const addressPauseMs = 400;

/** The frame that was set, here or in the address that one came by. */
function useCrop({ crop, setAddress }: ReturnType<typeof useChoices>) {
  const [cropped, setCropped] = useState(() => readCrop(crop));
  const write = useRef(setAddress);
  write.current = setAddress;
  useEffect(() => {
    if (!cropped) return;
    const timer = setTimeout(() => write.current({ crop: cropText(cropped) }), addressPauseMs);
    return () => clearTimeout(timer);
  }, [cropped]);
  return [cropped, setCropped] as const;
}

function PhotoTitle({ photo }: { photo: Photo }) {
  const words = useWords(photoWords);
  const language = useLanguage();
  const facts = [
    words.pixels(photo.width_px, photo.height_px),
    fileSizeText(photo.bytes, language),
    ...(photo.taken_at ? [words.taken(timeText(photo.taken_at, language, 'moment'))] : []),
  ];
  return (
    <PageTitle
      title={photo.filename}
      hint={facts.join(' · ')}
      actions={<DeleteUpload documentId={photo.photo_id} />}
      isTight
    />
  );
}

/** Takes the upload away for good. */
export function DeleteUpload({ documentId }: { documentId: string }) {
  const words = useWords(photoWords);
  const navigate = useNavigate();
  return (
    <ConfirmButton
      variant="default"
      size="compact-md"
      mih={36}
      color="seal"
      title={words.deleteTitle}
      text={words.deleteText}
      confirm={words.delete}
      act={async () => {
        await api('DELETE /api/documents/{document_id}', { document_id: documentId });
        showToast({ text: words.deleted });
        void navigate({ to: '/upload' });
      }}
    >
      <TrashIcon size={20} style={{ flex: 'none' }} />
      <span className={classes.deleteWord}>{words.delete}</span>
    </ConfirmButton>
  );
}

function Options({ choices }: { choices: ReturnType<typeof useChoices> }) {
  const words = useWords(photoWords);
  const { setAddress, isId, size, idSize, paper, fit, border, colour, slip, copies } = choices;
  if (!size) return null;
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <SegmentedControl
          aria-label={words.product}
          value={isId ? 'id' : 'print'}
          onChange={(value) => setAddress({ as: value })}
          data={(['print', 'id'] as const).map((value) => ({ value, label: words.products[value] }))}
        />
        {isId && idSize && <IdSizeSelect idSize={idSize} onChange={(code) => setAddress({ id: code })} />}
        <SizeSelect
          label={words.size}
          value={size.code}
          onChange={(code) => setAddress({ size: code })}
          madeFor="photo"
          paper={paper}
        />
        <PaperSelect
          label={words.paper}
          value={paper}
          onChange={(code) => setAddress({ paper: code })}
          size={size.code}
        />
        {!isId && (
          <Choice
            label={words.fit}
            hint={words.fitHint[fit]}
            value={fit}
            onChange={(value) => setAddress({ fit: value })}
            data={(['fill', 'fit'] as const).map((value) => ({ value, label: words.fits[value] }))}
          />
        )}
        {!isId && fit === 'fit' && (
          <Choice
            label={words.border}
            value={border}
            onChange={(value) => setAddress({ border: value })}
            data={(['white', 'blurred'] as const).map((value) => ({ value, label: words.borders[value] }))}
          />
        )}
        <Choice
          label={words.colour}
          value={colour}
          onChange={(value) => setAddress({ colour: value })}
          data={(['color', 'monochrome'] as const).map((value) => ({ value, label: words.colours[value] }))}
        />
        <Checkbox
          label={words.slip}
          checked={slip}
          onChange={(event) => setAddress({ slip: event.currentTarget.checked })}
        />
        <CopiesInput
          label={isId ? words.sheets : words.copies}
          value={copies}
          onChange={(value) => setAddress({ copies: value })}
        />
      </Stack>
    </Paper>
  );
}

interface ChoiceProps {
  label: string;
  hint?: string;
  value: string;
  onChange(value: string): void;
  data: Array<{ value: string; label: string }>;
}

/** A few possibilities side by side, under their name. */
export function Choice({ label, hint, value, onChange, data }: ChoiceProps) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <SegmentedControl fullWidth aria-label={label} value={value} onChange={onChange} data={data} />
      {hint !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </div>
  );
}

function IdSizeSelect({ idSize, onChange }: { idSize: IdSize; onChange(code: string): void }) {
  const words = useWords(photoWords);
  const { idSizes } = useWords(itemWords);
  const language = useLanguage();
  const codes = Object.keys(idSizes) as Array<keyof typeof idSizes>;
  return (
    <Group gap={4} align="flex-start" style={{ flexDirection: 'column' }}>
      <NativeSelect
        w="100%"
        label={words.idSize}
        value={idSize.code}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={codes.map((value) => ({ value, label: idSizes[value] }))}
      />
      <Text size="xs" c="dimmed">
        {words.idHint}{' '}
        {words.headHint(numberText(idSize.head_mm.min, language), numberText(idSize.head_mm.max, language))}
      </Text>
    </Group>
  );
}
