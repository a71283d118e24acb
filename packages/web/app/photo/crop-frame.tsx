/** The frame over a photo, to be moved with a finger, a mouse or the keyboard. What it shows is printed. */
import { Button, Group, Slider, Text } from '@mantine/core';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import {
  type CropShares,
  centredCrop,
  movedCrop,
  type PhotoShape,
  zoomedCrop,
  zoomOf,
} from '../../kit/crop-rules.ts';
import { useWords } from '../../kit/language.ts';
import classes from './photo.module.css';
import { photoWords } from './photo-words.ts';

export interface CropFrameProps {
  src: string;
  alt: string;
  photo: PhotoShape;
  /** Width by height of what is filled. */
  aspect: number;
  crop: CropShares;
  onChange(crop: CropShares): void;
  /** What the service would choose. */
  suggested?: CropShares | undefined;
  /** Undefined where it makes no difference. */
  onTurn?: (() => void) | undefined;
}

const step = 0.02;
const percentOf = (share: number): string => `${share * 100}%`;

export function CropFrame({ src, alt, photo, aspect, crop, onChange, suggested, onTurn }: CropFrameProps) {
  const { frame } = useWords(photoWords);
  const hint = useId();
  const field = useRef<HTMLDivElement>(null);
  const drag = useDrag(field);
  const zoom = zoomOf(crop, aspect, photo);
  const zoomTo = (share: number) => onChange(zoomedCrop(crop, share, aspect, photo));
  const press = (event: KeyboardEvent) => {
    const by = event.shiftKey ? step * 5 : step;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => onChange(movedCrop(crop, -by, 0)),
      ArrowRight: () => onChange(movedCrop(crop, by, 0)),
      ArrowUp: () => onChange(movedCrop(crop, 0, -by)),
      ArrowDown: () => onChange(movedCrop(crop, 0, by)),
      '+': () => zoomTo(zoom + by),
      '=': () => zoomTo(zoom + by),
      '-': () => zoomTo(zoom - by),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  const place: CSSProperties = {
    left: percentOf(crop.left),
    top: percentOf(crop.top),
    width: percentOf(crop.width),
    height: percentOf(crop.height),
  };
  return (
    <div>
      <div className={classes.stage}>
        <div ref={field} className={classes.crop}>
          <img src={src} alt={alt} width={photo.widthPx} height={photo.heightPx} draggable={false} />
          <button
            type="button"
            className={classes.frame}
            style={place}
            aria-label={frame.label}
            aria-describedby={hint}
            onKeyDown={press}
            {...drag((x, y, start) => onChange(movedCrop(start, x, y)), crop)}
          >
            <span
              className={classes.handle}
              aria-hidden="true"
              {...drag((x, y, start) => {
                const grown = (start.height + (y + x * (start.height / start.width)) / 2) / start.height;
                const held = { left: start.left, top: start.top, width: start.width, height: start.height };
                onChange(
                  zoomedCrop(held, zoomOf(start, aspect, photo) * Math.max(grown, 0.05), aspect, photo),
                );
              }, crop)}
            />
          </button>
        </div>
      </div>
      <Group mt="sm" gap="sm" align="center">
        <Text size="sm" component="span" aria-hidden="true">
          {frame.zoom}
        </Text>
        <Slider
          style={{ flex: 1, minWidth: 140 }}
          thumbLabel={frame.zoom}
          min={5}
          max={100}
          label={null}
          value={Math.round(zoom * 100)}
          onChange={(value) => zoomTo(value / 100)}
        />
        {suggested && (
          <Button size="compact-md" variant="light" onClick={() => onChange(suggested)}>
            {frame.suggested}
          </Button>
        )}
        <Button size="compact-md" variant="default" onClick={() => onChange(centredCrop(aspect, photo))}>
          {frame.centre}
        </Button>
        {onTurn && (
          <Button size="compact-md" variant="default" onClick={onTurn}>
            {frame.turn}
          </Button>
        )}
      </Group>
      <Text id={hint} size="xs" c="dimmed" mt={4} className={classes.byKeys}>
        {frame.keys}
      </Text>
    </div>
  );
}

/** By how many shares of the field it was dragged since it was grasped, and what it was then. */
function useDrag(field: { current: HTMLDivElement | null }) {
  const grasp = useRef<{ pointer: number; x: number; y: number; start: CropShares } | undefined>(undefined);
  return (move: (x: number, y: number, start: CropShares) => void, crop: CropShares) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      grasp.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, start: crop };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const held = grasp.current;
      const box = field.current?.getBoundingClientRect();
      if (!held || !box || held.pointer !== event.pointerId) return;
      event.stopPropagation();
      move((event.clientX - held.x) / box.width, (event.clientY - held.y) / box.height, held.start);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (grasp.current?.pointer === event.pointerId) grasp.current = undefined;
    },
    onPointerCancel() {
      grasp.current = undefined;
    },
  });
}
