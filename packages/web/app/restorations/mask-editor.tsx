/**
 * What of a photo is repaired, over the photo itself: painted and erased by mouse, pen, finger or keys, enlarged by wheel or two fingers.
 * Owns the strokes; nothing is sent before they are.
 */
import { ActionIcon, Button, Group, SegmentedControl, Slider, Stack, Text } from '@mantine/core';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { numberText, percentText } from '../../kit/formats.ts';
import { BrushIcon, EraserIcon, UndoIcon } from '../../kit/icons.tsx';
import { kitWords } from '../../kit/kit-words.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { newKey } from '../../kit/new-key.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import classes from './mask-editor.module.css';
import { drawMask, sendMask } from './mask-sending.ts';
import {
  createOverlay,
  drawStroke,
  type Size,
  type Stroke,
  type View,
  wholeView,
  withinWindow,
  zoomAt,
} from './mask-strokes.ts';
import { restorationWords } from './restoration-words.ts';

type Tool = 'paint' | 'erase' | 'move';
const overlayColour = [220, 40, 20] as const;
/** Of the longer side on the screen; the mask that is sent is drawn in full. */
const overlayMaxPx = 1600;
const keyStep = 0.02;
const maxBrush = 15;

export interface MaskEditorProps {
  restorationId: string;
  /** Paths of this origin: a canvas must be read again. */
  photoSrc: string;
  maskSrc: string;
  onSent(restorationId: string): void;
  onCancel(): void;
}

export function MaskEditor(props: MaskEditorProps) {
  const { mask: words } = useWords(restorationWords);
  const mask = useImage(props.maskSrc);
  if (mask === 'broken') return <ErrorNote error={new Error(words.unreadable)} title={words.unreadable} />;
  if (!mask) return <LoadingLines lines={6} heightPx={40} />;
  return <Editor {...props} mask={mask} />;
}

function useImage(src: string): HTMLImageElement | 'broken' | undefined {
  const [image, setImage] = useState<HTMLImageElement | 'broken'>();
  useEffect(() => {
    const loading = new Image();
    loading.onload = () => setImage(loading);
    loading.onerror = () => setImage('broken');
    loading.src = src;
    return () => {
      loading.onload = null;
      loading.onerror = null;
    };
  }, [src]);
  return image;
}

function Editor({
  restorationId,
  photoSrc,
  mask,
  onSent,
  onCancel,
}: MaskEditorProps & { mask: HTMLImageElement }) {
  const { mask: words } = useWords(restorationWords);
  const { cancel } = useWords(kitWords);
  const language = useLanguage();
  const [tool, setTool] = useState<Tool>('paint');
  const [brush, setBrush] = useState(3);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [view, setView] = useState<View>(wholeView);
  const [cursor, setCursor] = useState({ x: 0.5, y: 0.5 });
  const [sending, setSending] = useState<{ isRunning: boolean; error?: unknown }>({ isRunning: false });
  const windowRef = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const base = useRef<HTMLCanvasElement>(undefined);
  const drawn = useRef<Stroke>(undefined);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const key = useRef(newKey());
  const windowSize = useSize(windowRef);
  const photo: Size = { widthPx: mask.naturalWidth, heightPx: mask.naturalHeight };
  const fit = Math.min(windowSize.widthPx / photo.widthPx, windowSize.heightPx / photo.heightPx) || 0;
  const shown: Size = { widthPx: photo.widthPx * fit, heightPx: photo.heightPx * fit };
  const overlay = overlaySizeOf(photo);

  const paintAll = (all: readonly Stroke[]) => {
    const context = canvasRef.current?.getContext('2d');
    if (!context) return;
    base.current ??= overlayOf(mask, overlay);
    context.clearRect(0, 0, overlay.widthPx, overlay.heightPx);
    context.drawImage(base.current, 0, 0);
    for (const stroke of all) paintOne(stroke);
  };
  const paintOne = (stroke: Stroke) => {
    const context = canvasRef.current?.getContext('2d');
    if (context) drawStroke(context, stroke, { ...overlay, colour: `rgb(${overlayColour.join(' ')})` });
  };
  useLayoutEffect(() => paintAll(strokes), [strokes]);

  const change = (next: readonly Stroke[]) => {
    key.current = newKey();
    setSending({ isRunning: false });
    setStrokes(next);
  };
  const undo = () => change(strokes.slice(0, -1));
  const look = (next: View) => setView(withinWindow(next, shown));
  const middleOf = (event: { clientX: number; clientY: number }) => {
    const { left, top, width, height } = windowRef.current!.getBoundingClientRect();
    return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
  };
  const placeOf = (event: { clientX: number; clientY: number }) => {
    const at = middleOf(event);
    return {
      x: (at.x - view.x) / (shown.widthPx * view.zoom) + 0.5,
      y: (at.y - view.y) / (shown.heightPx * view.zoom) + 0.5,
    };
  };
  /** So wide on the screen, so that what is enlarged can be painted finely. */
  const width = brush / 100 / view.zoom;

  // React listens to the wheel passively; here it must not move the page.
  useEffect(() => {
    const element = windowRef.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      look(zoomAt(view, Math.exp(-event.deltaY / 400), middleOf(event)));
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  });

  const down = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, middleOf(event));
    if (pointers.current.size > 1) {
      // A second finger makes it a look, not a stroke.
      drawn.current = undefined;
      paintAll(strokes);
    } else if (tool !== 'move' && event.button === 0) {
      drawn.current = { tool, width, points: [placeOf(event)] };
      paintOne(drawn.current);
    }
    setCursor(placeOf(event));
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    setCursor(placeOf(event));
    const earlier = pointers.current.get(event.pointerId);
    if (!earlier) return;
    const now = middleOf(event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other) {
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      const grown =
        Math.hypot(now.x - other.x, now.y - other.y) /
        Math.max(1, Math.hypot(earlier.x - other.x, earlier.y - other.y));
      const zoomed = zoomAt(view, grown, middle);
      look({
        zoom: zoomed.zoom,
        x: zoomed.x + (now.x - earlier.x) / 2,
        y: zoomed.y + (now.y - earlier.y) / 2,
      });
    } else if (drawn.current) {
      const points = [...drawn.current.points, placeOf(event)];
      paintOne({ tool: drawn.current.tool, width: drawn.current.width, points: points.slice(-2) });
      drawn.current = { tool: drawn.current.tool, width: drawn.current.width, points };
    } else {
      look({ zoom: view.zoom, x: view.x + now.x - earlier.x, y: view.y + now.y - earlier.y });
    }
  };
  const up = (event: PointerEvent<HTMLDivElement>) => {
    pointers.current.delete(event.pointerId);
    if (drawn.current) change([...strokes, drawn.current]);
    drawn.current = undefined;
  };
  const press = (event: KeyboardEvent) => {
    const step = keyStep / view.zoom;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const move = moves[event.key];
    const within = (value: number) => Math.min(1, Math.max(0, value));
    if (move) {
      const next = { x: within(cursor.x + move[0]), y: within(cursor.y + move[1]) };
      // With Shift the brush stays down on the way.
      if (event.shiftKey && tool !== 'move') change([...strokes, { tool, width, points: [cursor, next] }]);
      setCursor(next);
    } else if (event.key === ' ' && tool !== 'move') {
      change([...strokes, { tool, width, points: [cursor] }]);
    } else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
      undo();
    } else if (event.key === '+' || event.key === '=' || event.key === '-') {
      const at = {
        x: (cursor.x - 0.5) * shown.widthPx * view.zoom + view.x,
        y: (cursor.y - 0.5) * shown.heightPx * view.zoom + view.y,
      };
      look(zoomAt(view, event.key === '-' ? 1 / 1.5 : 1.5, at));
    } else if (event.key === '[' || event.key === ']') {
      setBrush(Math.min(maxBrush, Math.max(0.5, brush * (event.key === '[' ? 1 / 1.3 : 1.3))));
    } else {
      return;
    }
    event.preventDefault();
  };
  const send = async () => {
    setSending({ isRunning: true });
    try {
      const png = await drawMask(mask, strokes);
      const { restoration_id } = await sendMask(restorationId, { png, idempotencyKey: key.current });
      onSent(restoration_id);
    } catch (error) {
      setSending({ isRunning: false, error });
    }
  };
  const brushPx = width * Math.max(shown.widthPx, shown.heightPx) * view.zoom;
  return (
    <Stack>
      <Text>{words.hint}</Text>
      <Group gap="lg">
        <SegmentedControl
          aria-label={words.tool}
          value={tool}
          onChange={(next) => setTool(next as Tool)}
          data={[
            { value: 'paint', label: <ToolName icon={<BrushIcon size={16} />} name={words.paint} /> },
            { value: 'erase', label: <ToolName icon={<EraserIcon size={16} />} name={words.erase} /> },
            { value: 'move', label: words.move },
          ]}
        />
        <div style={{ flex: '1 1 9rem', maxWidth: '14rem' }}>
          <Text size="sm" component="span">
            {words.size}
          </Text>
          <Slider
            value={brush}
            min={0.5}
            max={maxBrush}
            step={0.5}
            label={(value) => numberText(value, language)}
            thumbLabel={words.size}
            onChange={setBrush}
          />
        </div>
        <Group gap="xs">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={words.undo}
            disabled={strokes.length === 0}
            onClick={undo}
          >
            <UndoIcon size={18} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={words.zoomOut}
            disabled={view.zoom === 1}
            onClick={() => look(zoomAt(view, 1 / 1.5, { x: 0, y: 0 }))}
          >
            −
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={words.zoomIn}
            onClick={() => look(zoomAt(view, 1.5, { x: 0, y: 0 }))}
          >
            +
          </ActionIcon>
          <Button variant="default" disabled={view.zoom === 1} onClick={() => setView(wholeView)}>
            {words.whole}
          </Button>
        </Group>
      </Group>
      <div
        ref={windowRef}
        className={classes.window}
        data-tool={tool}
        role="application"
        aria-label={words.canvas}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the brush is moved by keys here.
        tabIndex={0}
        onPointerDown={down}
        onPointerMove={drag}
        onPointerUp={up}
        onPointerCancel={up}
        onKeyDown={press}
      >
        <div
          className={classes.photo}
          style={{
            width: shown.widthPx,
            height: shown.heightPx,
            transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) scale(${view.zoom})`,
          }}
        >
          <img src={photoSrc} alt="" draggable={false} />
          <canvas ref={canvasRef} width={overlay.widthPx} height={overlay.heightPx} />
        </div>
        {tool !== 'move' && (
          <span
            className={classes.brush}
            style={{
              left: `calc(50% + ${(cursor.x - 0.5) * shown.widthPx * view.zoom + view.x}px)`,
              top: `calc(50% + ${(cursor.y - 0.5) * shown.heightPx * view.zoom + view.y}px)`,
              width: brushPx,
              height: brushPx,
            }}
          />
        )}
      </div>
      <Text size="sm" c="dimmed" className={classes.keys}>
        {words.keys}{' '}
        <span role="status" className="platen-numbers">
          {words.at(percentText(cursor.x, language), percentText(cursor.y, language))}
        </span>
      </Text>
      <ErrorNote error={sending.error} />
      <Group justify="flex-end">
        {strokes.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.nothing}
          </Text>
        )}
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
        <Button loading={sending.isRunning} disabled={strokes.length === 0} onClick={() => void send()}>
          {words.send}
        </Button>
      </Group>
    </Stack>
  );
}

function ToolName({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      {icon}
      <span>{name}</span>
    </Group>
  );
}

function overlaySizeOf({ widthPx, heightPx }: Size): Size {
  const scale = Math.min(1, overlayMaxPx / Math.max(widthPx, heightPx));
  return {
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
  };
}

/** The mask there was, in the colour of what is repaired. */
function overlayOf(mask: HTMLImageElement, { widthPx, heightPx }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = heightPx;
  const context = canvas.getContext('2d')!;
  context.drawImage(mask, 0, 0, widthPx, heightPx);
  const pixels = context.getImageData(0, 0, widthPx, heightPx);
  createOverlay(pixels.data, overlayColour);
  context.putImageData(pixels, 0, 0);
  return canvas;
}

function useSize(element: { current: HTMLElement | null }): Size {
  const [size, setSize] = useState<Size>({ widthPx: 0, heightPx: 0 });
  useLayoutEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const observer = new ResizeObserver(() =>
      setSize({ widthPx: shown.clientWidth, heightPx: shown.clientHeight }),
    );
    observer.observe(shown);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
