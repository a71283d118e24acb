/** What the network says of printers in it (DNS-SD, RFC 6763). Anybody there can say anything: it is a hint, never a proof. */

/** One service of one device, as it was announced. */
export interface PrinterAnnouncement {
  /** `Photo One._ipp._tcp.local`: who says it again says it of the same. */
  service: string;
  /** The first part of it: what people call the printer. */
  instance: string;
  isTls: boolean;
  host: string;
  port: number;
  /** IPv4 and IPv6 addresses of the host, in no order. */
  addresses: readonly string[];
  /** TXT record, keys in lower case. */
  txt: ReadonlyMap<string, string>;
  /** It answers to _universal: AirPrint. */
  isUniversal: boolean;
}

export interface PrinterDiscovery {
  /** `onChange` is told whenever the list is another one. */
  start(onChange: () => void): void;
  list(): PrinterAnnouncement[];
  /** Asks the network now. */
  ask(): void;
  stop(): void;
}
