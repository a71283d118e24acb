/** What is much to draw comes behind the heading of its page: the press that opened it is answered first. */
import { type ReactNode, useDeferredValue } from 'react';

export function Behind({ children, until = null }: { children: ReactNode; until?: ReactNode }) {
  const isThere = useDeferredValue(true, false);
  return isThere ? children : until;
}
