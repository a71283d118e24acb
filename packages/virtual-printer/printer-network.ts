/**
 * Owns the port of the virtual printer and who answers what on it: IPP behind the gate, /control for peers on this machine, a page
 * for browsers. Must never know what an operation does.
 */
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { type IppHandlers, serveIpp } from './ipp-server.ts';
import type { PrinterGate } from './printer-authentication.ts';
import { type PrinterControl, serveControl } from './printer-control.ts';

/** Where a printer listens; 127.0.0.1 unless told, with TLS when there is a certificate. */
export interface NetworkOptions {
  host?: string;
  port: number;
  tls?: { key: string; cert: string };
}

/** A server that can vanish from its port and come back to it. */
export function createNetwork(options: NetworkOptions, listener: http.RequestListener) {
  const { host = '127.0.0.1', tls } = options;
  let { port } = options;
  let server: http.Server | undefined;
  return {
    port: () => port,
    async start(): Promise<void> {
      if (server) return;
      const opened = tls ? https.createServer(tls, listener) : http.createServer(listener);
      // Who must be refused is refused before the document leaves.
      opened.on('checkContinue', listener);
      // A printer takes as long as its slowest client; only silence ends a request.
      opened.requestTimeout = 0;
      opened.setTimeout(300_000);
      await new Promise<void>((resolve, reject) => {
        opened.once('error', reject);
        opened.listen(port, host, () => {
          opened.off('error', reject);
          resolve();
        });
      });
      port = (opened.address() as AddressInfo).port;
      server = opened;
    },
    async stop(): Promise<void> {
      const closing = server;
      server = undefined;
      if (!closing) return;
      const closed = new Promise((resolve) => closing.close(resolve));
      closing.closeAllConnections();
      await closed;
    },
  };
}

/** What requests meet. */
export interface ListenerOptions {
  control: PrinterControl;
  handlers: IppHandlers;
  /** Undefined lets everybody in. */
  gate: PrinterGate | undefined;
  /** The page at `/`. */
  page(): string;
}

/** Sends each request to who answers it. */
export function createListener({ control, handlers, gate, page }: ListenerOptions): http.RequestListener {
  return (request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    if (request.method === 'POST' && path === '/control') void serveControl(control, request, response);
    else if (request.method === 'POST' && isIpp(request)) {
      const challenges = gate?.(request);
      if (challenges) return rejectEntry(request, response, challenges);
      if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
      void serveIpp(handlers, request, response);
    } else if (request.method === 'GET' && path === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(page());
    } else response.writeHead(404).end();
  };
}

/** 401. What a client has sent or sends nevertheless is thrown away; one that waits for a word gets this one. */
function rejectEntry(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  challenges: string[],
): void {
  response.writeHead(401, { 'www-authenticate': challenges, 'content-type': 'text/plain' });
  response.end('who are you?\n');
  request.on('error', () => {});
  request.resume();
}

const isIpp = (request: http.IncomingMessage): boolean =>
  /^application\/ipp\b/i.test(request.headers['content-type'] ?? '');
