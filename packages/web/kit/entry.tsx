/**
 * How an entry begins: theme, language, cache and the last resort for what nobody expected, around what the entry shows. Owns the start and
 * the nonce of style elements.
 */
import './base.css';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadForNewBuild } from './new-build.ts';
import { BrokenPage } from './parts/broken-page.tsx';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { UndoToasts } from './parts/undo-toast.tsx';
import { createQueryClient } from './query-client.ts';
import { createSchemeManager } from './scheme.ts';
import { platenTheme, platenVariables } from './theme.ts';

declare global {
  /** The name under which the scroll lock of dialogs asks for the nonce (web-build.ts). */
  var platenNonce: string | undefined;
}

/** Of this answer; the style elements that are made here need it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
globalThis.platenNonce = nonce;

/** Shows the entry in the page. */
export function startEntry(content: ReactNode, client: QueryClient = createQueryClient()): void {
  reloadForNewBuild();
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <MantineProvider
        theme={platenTheme}
        cssVariablesResolver={platenVariables}
        colorSchemeManager={createSchemeManager()}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
        deduplicateInlineStyles
      >
        <QueryClientProvider client={client}>
          <ErrorBoundary fallback={(error) => <BrokenPage error={error} />}>{content}</ErrorBoundary>
          <UndoToasts />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
