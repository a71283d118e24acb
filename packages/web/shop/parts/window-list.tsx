/**
 * A list of which only what is seen is drawn, however long it is: rows of one height in a column that scrolls with the page. Owns which rows
 * those are; a screen reader is told how many there are in all.
 */
import { type CSSProperties, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import classes from './window-list.module.css';

export interface WindowListProps<T> {
  label: string;
  rows: readonly T[];
  rowKey(row: T): string;
  /** Of every row, with what is between them. */
  rowHeightPx: number;
  children(row: T, index: number): ReactNode;
}

/** Drawn above and below what is seen, so that scrolling shows no holes. */
const spareRows = 6;

export function WindowList<T>({ label, rows, rowKey, rowHeightPx, children }: WindowListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [first, setFirst] = useState(0);
  const [count, setCount] = useState(20);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const top = list.current?.getBoundingClientRect().top ?? 0;
      // By steps, so that most scrolling draws nothing anew.
      const seen = Math.floor(Math.max(0, -top) / rowHeightPx / 4) * 4;
      // The page is moved at once, and what comes into view is drawn behind it.
      startTransition(() => {
        setFirst(Math.max(0, seen - spareRows));
        setCount(Math.ceil(innerHeight / rowHeightPx) + 2 * spareRows + 4);
      });
    };
    const later = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later);
      removeEventListener('resize', later);
    };
  }, [rowHeightPx]);
  const from = Math.min(first, Math.max(0, rows.length - count));
  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label={label}
      style={{ height: rows.length * rowHeightPx, '--row-height': `${rowHeightPx}px` } as CSSProperties}
    >
      {rows.slice(from, from + count).map((row, index) => (
        <li
          key={rowKey(row)}
          className={classes.row}
          style={{ top: (from + index) * rowHeightPx }}
          aria-setsize={rows.length}
          aria-posinset={from + index + 1}
        >
          {children(row, from + index)}
        </li>
      ))}
    </ul>
  );
}
