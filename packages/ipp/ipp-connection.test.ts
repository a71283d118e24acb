import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import type { IppClientOptions } from './ipp-client.ts';
import { type CertificateTrust, createMemoryTrust } from './ipp-connection.ts';
import { clientOf, failure, listen, withReply } from './testing/client-bench.ts';
import { otherCertificate, testCertificate } from './testing/test-certificates.ts';

const secure = (port: number, certificates?: CertificateTrust): Partial<IppClientOptions> => ({
  uri: `ipps://127.0.0.1:${port}/ipp/print`,
  ...(certificates && { certificates }),
});

/** A trust that writes down what it is told. */
function recordingTrust(known?: string): CertificateTrust & { told: string[]; accept(shown: string): void } {
  let trusted = known;
  const told: string[] = [];
  return {
    told,
    accept(shown) {
      trusted = shown;
    },
    known: () => trusted,
    trust(shown) {
      told.push(`trust ${shown}`);
      trusted = shown;
    },
    refuse: (shown) => told.push(`refuse ${shown}`),
  };
}

describe('certificates', () => {
  it('takes the trusted one, however its fingerprint is written', async () => {
    const port = await listen(https.createServer(testCertificate, withReply));
    const written = testCertificate.fingerprint.toUpperCase().replaceAll(/(..)(?!$)/g, '$1:');
    const trust = recordingTrust(written);
    const client = clientOf(port, secure(port, trust));
    expect((await client.request({ operation: 'Validate-Job' })).status).toBe(0);
    expect(client.printerUri).toBe(`ipps://127.0.0.1:${port}/ipp/print`);
    expect(trust.told).toEqual([]);
  });

  it('trusts on first use, and tells which', async () => {
    const port = await listen(https.createServer(testCertificate, withReply));
    const trust = recordingTrust();
    const client = clientOf(port, secure(port, trust));
    await client.request({ operation: 'Validate-Job' });
    await client.request({ operation: 'Validate-Job' });
    expect(trust.told).toEqual([`trust ${testCertificate.fingerprint}`]);
  });

  it('refuses another one before a byte of a request leaves, naming both, until it is accepted', async () => {
    let requests = 0;
    const server = https.createServer(otherCertificate, (request, response) => {
      requests += 1;
      withReply(request, response);
    });
    const port = await listen(server);
    const trust = recordingTrust(testCertificate.fingerprint);
    const client = clientOf(port, secure(port, trust));
    const error = await failure(client.request({ operation: 'Create-Job' }));
    expect(error).toMatchObject({
      kind: 'certificate',
      sent: 'nothing',
      certificates: { known: testCertificate.fingerprint, shown: otherCertificate.fingerprint },
    });
    expect(error.message).toContain(testCertificate.fingerprint);
    expect(error.message).toContain(otherCertificate.fingerprint);
    expect(requests).toBe(0);
    expect(trust.told).toEqual([`refuse ${otherCertificate.fingerprint}`]);
    trust.accept(otherCertificate.fingerprint);
    expect((await client.request({ operation: 'Create-Job' })).status).toBe(0);
  });

  it('sends nothing when the trust can not be kept', async () => {
    const port = await listen(https.createServer(testCertificate, withReply));
    const trust = {
      ...createMemoryTrust(),
      trust(): never {
        throw new Error('the disk is full');
      },
    };
    const error = await failure(clientOf(port, secure(port, trust)).request({ operation: 'Create-Job' }));
    expect(error).toMatchObject({
      kind: 'tls',
      sent: 'nothing',
      message: expect.stringContaining('the disk is full'),
    });
  });

  it('names a server without TLS as a TLS failure', async () => {
    const port = await listen(http.createServer(withReply));
    const error = await failure(clientOf(port, secure(port)).request({ operation: 'Create-Job' }));
    expect(error).toMatchObject({ kind: 'tls', sent: 'nothing' });
  });

  it('gives up on a handshake that never ends', async () => {
    const port = await listen(net.createServer());
    const client = clientOf(port, { ...secure(port), deadlineMs: 100 });
    const error = await failure(client.request({ operation: 'Create-Job' }));
    expect(error).toMatchObject({ kind: 'unreachable', sent: 'nothing' });
  });
});
