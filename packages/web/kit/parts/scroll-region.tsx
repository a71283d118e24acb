/** What may be wider than the page, with a name: the keyboard can scroll it too. */
import { type ReactNode, useEffect, useRef, useState } from 'react';

export interface ScrollRegionProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** The keyboard stops here only while there is something to scroll. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const region = useRef<HTMLElement>(null);
  const [isWider, setWider] = useState(false);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setWider(element.scrollWidth > element.clientWidth));
    watcher.observe(element);
    if (element.firstElementChild) watcher.observe(element.firstElementChild);
    return () => watcher.disconnect();
  }, []);
  return (
    <section
      ref={region}
      className={className}
      style={{ overflowX: 'auto' }}
      aria-label={label}
      {...(isWider && { tabIndex: 0 })}
    >
      {children}
    </section>
  );
}
