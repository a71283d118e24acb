/**
 * A small multicast DNS responder on a loopback port, by unicast, for tests: answers PTR questions with the services that it was
 * given, in packets of its own making (RFC 1035, no compression).
 */
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

export interface AnnouncedService {
  instance: string;
  type: '_ipp._tcp' | '_ipps._tcp';
  host: string;
  port: number;
  txt: Record<string, string>;
  addresses: string[];
  isUniversal?: boolean;
  /** The addresses come only when they are asked for. */
  hidesAddresses?: boolean;
}

const code = { A: 1, PTR: 12, TXT: 16, AAAA: 28, SRV: 33 };

const labels = (...parts: string[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap((part) => {
      const text = Buffer.from(part);
      return [Buffer.from([text.length]), text];
    }),
    Buffer.from([0]),
  ]);

const typeLabels = (type: string): string[] => [...type.split('.'), 'local'];

function record(name: Buffer, type: keyof typeof code, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(code[type], 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(120, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([name, head, data]);
}

/** The first question's name and type. */
function questionOf(message: Buffer): { name: string; type: number } {
  const parts: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    parts.push(message.toString('utf8', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: parts.join('.'), type: message.readUInt16BE(at + 1) };
}

export async function startMdnsResponder() {
  const socket = createSocket('udp4');
  const services: AnnouncedService[] = [];
  const asked: string[] = [];

  const addressRecords = ({ host, addresses }: AnnouncedService): Buffer[] =>
    addresses.map((address) =>
      record(labels(host, 'local'), 'A', Buffer.from(address.split('.').map(Number))),
    );

  const answersTo = (name: string): Buffer[] =>
    services.flatMap((service) => {
      const full = labels(service.instance, ...typeLabels(service.type));
      const subtype = `_universal._sub.${service.type}.local`;
      const isAsked = name === `${service.type}.local` || (service.isUniversal && name === subtype);
      if (name === `${service.host}.local`) return addressRecords(service);
      if (!isAsked) return [];
      const server = Buffer.concat([Buffer.alloc(6), labels(service.host, 'local')]);
      server.writeUInt16BE(service.port, 4);
      const txt = Object.entries(service.txt).map(([key, value]) => Buffer.from(`${key}=${value}`));
      return [
        record(labels(...name.split('.')), 'PTR', full),
        record(full, 'SRV', server),
        record(full, 'TXT', Buffer.concat(txt.flatMap((text) => [Buffer.from([text.length]), text]))),
        ...(service.hidesAddresses ? [] : addressRecords(service)),
      ];
    });

  socket.on('message', (message, from) => {
    const { name } = questionOf(message);
    asked.push(name);
    const answers = answersTo(name);
    if (answers.length === 0) return;
    const head = Buffer.alloc(12);
    head.writeUInt16BE(0x8400, 2);
    head.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([head, ...answers]), from.port, from.address);
  });
  await new Promise<void>((listening) => socket.bind(0, '127.0.0.1', listening));
  return {
    port: (socket.address() as AddressInfo).port,
    services,
    asked,
    close: () => new Promise<void>((closed) => socket.close(closed)),
  };
}
