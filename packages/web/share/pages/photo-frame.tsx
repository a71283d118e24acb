/** The part of a photo that comes onto paper, to be moved with a finger, a mouse or the keyboard. Nothing moves before that is wanted: a swipe over a photo scrolls the page. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import {
  type CropShares,
  movedCrop,
  type PhotoShape,
  placeOf,
  zoomedCrop,
  zoomOf,
} from '../../kit/crop-rules.ts';
import { useWords } from '../../kit/language.ts';
import parts from '../parts/share-parts.module.css';
import classes from './collection-page.module.css';
import { collectionWords } from './collection-words.ts';

export interface PhotoFrameProps {
  crop: CropShares;
  aspect: number;
  photo: PhotoShape;
  change(crop: CropShares): void;
}

const step = 0.02;

/** Over the picture, which is its parent in the page. */
export function PhotoFrame({ crop, aspect, photo, change }: PhotoFrameProps) {
  const { photo: words } = useWords(collectionWords);
  const grasp = useRef<{ x: number; y: number; start: CropShares }>(undefined);
  const zoom = zoomOf(crop, aspect, photo);
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, () => CropShares> = {
      ArrowLeft: () => movedCrop(crop, -step, 0),
      ArrowRight: () => movedCrop(crop, step, 0),
      ArrowUp: () => movedCrop(crop, 0, -step),
      ArrowDown: () => movedCrop(crop, 0, step),
      '+': () => zoomedCrop(crop, zoom + step, aspect, photo),
      '=': () => zoomedCrop(crop, zoom + step, aspect, photo),
      '-': () => zoomedCrop(crop, zoom - step, aspect, photo),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    change(move());
  };
  return (
    <button
      type="button"
      className={`${classes.crop} ${classes.moved}`}
      style={placeOf(crop)}
      aria-label={words.frameLabel}
      onKeyDown={press}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grasp.current = { x: event.clientX, y: event.clientY, start: crop };
      }}
      onPointerMove={(event: PointerEvent<HTMLElement>) => {
        const held = grasp.current;
        const box = event.currentTarget.parentElement?.getBoundingClientRect();
        if (!held || !box) return;
        change(
          movedCrop(held.start, (event.clientX - held.x) / box.width, (event.clientY - held.y) / box.height),
        );
      }}
      onPointerUp={() => {
        grasp.current = undefined;
      }}
      onPointerCancel={() => {
        grasp.current = undefined;
      }}
    />
  );
}

/** How much of the photo the frame takes. */
export function FrameZoom({ crop, aspect, photo, change }: PhotoFrameProps) {
  const { photo: words } = useWords(collectionWords);
  return (
    <label className={`${parts.small} ${classes.zoom}`}>
      {words.frameZoom}
      <input
        type="range"
        min={10}
        max={100}
        value={Math.round(zoomOf(crop, aspect, photo) * 100)}
        onChange={(event) => change(zoomedCrop(crop, Number(event.currentTarget.value) / 100, aspect, photo))}
      />
    </label>
  );
}
