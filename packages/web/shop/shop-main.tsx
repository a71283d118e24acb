/** The shop floor begins here. Which of its two hosts serves it, the host itself says first. */
import { Container } from '@mantine/core';
import { useMemo } from 'react';
import { startEntry } from '../kit/entry.tsx';
import { createPages } from '../kit/pages.tsx';
import { ErrorNote } from '../kit/parts/error-note.tsx';
import { LoadingLines } from '../kit/parts/loading-lines.tsx';
import { useFloorSession } from './floor/floor-session.tsx';
import { FloorDoor } from './floor-door.tsx';
import { ShopFrame } from './shop-frame.tsx';
import { shopPages } from './shop-routes.tsx';

function ShopEntry() {
  const session = useFloorSession();
  const host = session.data?.host;
  const pages = useMemo(
    () =>
      createPages({
        pages: shopPages.filter(({ path }) => host === 'cloud' || !cloudPaths.has(path)),
        basePath: '/shop',
        live: FloorDoor,
        frame: ShopFrame,
        gate: ({ children }) => children,
      }),
    [host],
  );
  if (host !== undefined) return pages;
  return (
    <Container py="xl">
      {session.error ? (
        <ErrorNote error={session.error} retry={() => void session.refetch()} />
      ) : (
        <LoadingLines />
      )}
    </Container>
  );
}

/** Pages of orders and customers, of which an agent knows nothing. */
const cloudPaths: ReadonlySet<string> = new Set(['/pickup', '/shipping', '/after-sales', '/reviews']);

startEntry(<ShopEntry />);
