/**
 * /wall: the floor for a screen that nobody touches: large, dark unless somebody chose otherwise, kept awake. What doesn't fit takes turns.
 * Owns that it goes on by itself whatever happens: a page that broke is loaded anew.
 */
import { Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { colon, listText, timeText } from '../../kit/formats.ts';
import { OfflineIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { useLiveLink } from '../../kit/live/live-hooks.tsx';
import { useNow } from '../../kit/live/now.ts';
import { Age } from '../../kit/parts/age.tsx';
import { ErrorBoundary } from '../../kit/parts/error-boundary.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { sortWaits } from '../floor/floor-needs.ts';
import { useFloor, useFloorTopic } from '../floor/floor-session.tsx';
import { listQueue } from '../floor/queue-order.ts';
import { PrinterTile } from '../parts/printer-tile.tsx';
import { shopWords } from '../shop-words.ts';
import { floorWords } from '../words/floor-words.ts';
import { floorPageWords } from './floor-page-words.ts';
import classes from './wall-page.module.css';

const turnMs = 12_000;
const brokenMs = 20_000;
/** What a tile needs; on a large screen it is drawn larger, for it is read from far. */
const tileWidthPx = 420;
const tileHeightPx = 300;
const largeFromPx = 1600;
const largeScale = 1.35;

export function WallPage() {
  useWakeLock();
  useDarkWall();
  return (
    <ErrorBoundary fallback={() => <LoadsAnew />}>
      <Wall />
    </ErrorBoundary>
  );
}

/** What broke is tried again, for nobody is there to press a button. */
function LoadsAnew() {
  useEffect(() => {
    const timer = setTimeout(() => location.reload(), brokenMs);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/** Keeps the screen on where the browser can, and again whenever the page is seen again. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const ask = async () => {
      if (document.hidden || isOver || !('wakeLock' in navigator)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // A low battery, or a page that came without TLS: the screen does as it likes.
      }
    };
    const again = () => void ask();
    void ask();
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release().catch(() => {});
    };
  }, []);
}

/** Dark, unless light was chosen on this device. */
function useDarkWall(): void {
  useEffect(() => {
    const root = document.documentElement;
    const before = root.getAttribute('data-mantine-color-scheme');
    let chosen: string | null = null;
    try {
      chosen = localStorage.getItem('platen-scheme');
    } catch {
      // Nothing is remembered here.
    }
    if (chosen === 'light') return;
    root.setAttribute('data-mantine-color-scheme', 'dark');
    return () => {
      if (before) root.setAttribute('data-mantine-color-scheme', before);
    };
  }, []);
}

function useSize(): { widthPx: number; heightPx: number } {
  const [size, setSize] = useState({ widthPx: innerWidth, heightPx: innerHeight });
  useEffect(() => {
    const look = () => setSize({ widthPx: innerWidth, heightPx: innerHeight });
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, []);
  return size;
}

function Wall() {
  const words = useWords(floorPageWords);
  const floor = useWords(floorWords);
  const shop = useWords(shopWords);
  const language = useLanguage();
  const now = useNow();
  const { shop: which } = useFloor();
  const { items: printers, isOld } = useFloorTopic('printers');
  const { items: agents } = useFloorTopic('agents');
  const { items: waits } = useFloorTopic('waits');
  const { items: jobs } = useFloorTopic('queue');
  const { widthPx, heightPx } = useSize();
  const needs = sortWaits(waits).filter(({ urgency }) => urgency !== 'notice');
  const queue = listQueue(jobs);

  const scale = widthPx >= largeFromPx ? largeScale : 1;
  const columns = Math.max(1, Math.floor(widthPx / (tileWidthPx * scale)));
  const rows = Math.max(1, Math.floor((heightPx - (needs.length > 0 ? 240 : 120)) / (tileHeightPx * scale)));
  const fits = columns * rows;
  const turns = Math.max(1, Math.ceil(printers.length / fits));
  const turn = Math.floor(now / turnMs) % turns;
  // What is in trouble is always seen; the others take turns.
  const shown = printers.slice(turn * fits, (turn + 1) * fits);
  useEffect(() => {
    document.title = `${shop.places.wall} · Platen`;
  }, [shop]);
  return (
    <main className={classes.wall}>
      <header className={classes.head}>
        <h1>{which?.name || shop.name}</h1>
        <Away />
        <Text component="span" className="platen-numbers" fz="inherit">
          {words.queue(queue.length)}
        </Text>
        {turns > 1 && (
          <Text component="span" className="platen-numbers" fz="inherit">
            {turn + 1} / {turns}
          </Text>
        )}
        <time className="platen-numbers">{timeText(now, language, 'time')}</time>
      </header>
      <section className={classes.needs} aria-label={words.needs} aria-live="polite">
        {needs.length === 0 ? (
          <p className={classes.calm}>{words.calm}</p>
        ) : (
          needs.slice(0, columns).map((wait) => (
            <article key={wait.id} data-urgency={wait.urgency} className={classes.need}>
              <strong>{floor.kinds[wait.kind]}</strong>
              <span>
                {wait.printer?.name ?? wait.job?.order_no ?? wait.agent?.name}
                {wait.reasons.length > 0 &&
                  colon(language) +
                    listText(
                      wait.reasons.map(({ en, zh }) => (language === 'zh' ? zh : en)),
                      language,
                    )}
              </span>
              {!wait.since.startsWith('1970') && <Age time={wait.since} />}
            </article>
          ))
        )}
        {needs.length > columns && <p className={classes.calm}>+ {needs.length - columns}</p>}
      </section>
      <section
        className={classes.tiles}
        style={{
          zoom: scale,
          gridTemplateColumns: `repeat(${Math.min(columns, Math.max(1, printers.length))}, minmax(0, 1fr))`,
        }}
      >
        {shown.map((printer) => (
          <PrinterTile
            key={printer.id}
            printer={printer}
            agent={agents.find(({ id }) => id === printer.agent_id)}
            isOld={isOld}
            isWall
          />
        ))}
      </section>
      <Leave>{shop.places.floor}</Leave>
    </main>
  );
}

/** There is no frame around a wall, so it says itself when nothing is heard. */
function Away() {
  const words = useWords(floorPageWords);
  const { link, heardAtMs } = useLiveLink('agents');
  if (link !== 'away') return null;
  return (
    <Group className={classes.away} role="alert" gap="xs">
      <OfflineIcon />
      <span>{words.old}</span>
      {heardAtMs !== undefined && <Age time={new Date(heardAtMs).toISOString()} />}
    </Group>
  );
}

/** Seen when somebody has a keyboard or a mouse after all. */
const Leave = ({ children }: { children: ReactNode }) => (
  <div className={classes.leave}>
    <PageLink to="/">{children}</PageLink>
  </div>
);
