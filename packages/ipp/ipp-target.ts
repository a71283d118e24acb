/**
 * Owns how a printer's address is read: ipp, ipps, http and https alike (RFC 3510, RFC 7472), and the name and password that
 * may stand in it. Must never let a password through into anything that is sent, shown or thrown.
 */

/** A user name and password for HTTP authentication. */
export interface IppCredentials {
  username: string;
  password: string;
}

/** Where a printer is. */
export interface IppTarget {
  /** ipp:// or ipps://, without credentials; the port only where it is not 631. What requests carry as printer-uri. */
  printerUri: string;
  isTls: boolean;
  /** A name or an IP address, without brackets. */
  host: string;
  port: number;
  /** Path and query. */
  path: string;
  /** host:port in lower case, brackets around IPv6: what certificates and credentials are remembered under. */
  address: string;
  /** What stood in front of the @. */
  credentials: IppCredentials | undefined;
}

const ippPort = 631;

const parts = /^(ipps?|https?):\/\/([^/?#]*)(.*)$/is;

/** A printer's URI without name and password, for every place where a person or a log may see it. */
export const withoutCredentials = (uri: string): string => uri.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1');

/** Splits a printer's URI; http(s) becomes ipp(s) in printer-uri. Throws TypeError with the URI but never its password. */
export function readIppTarget(uri: string): IppTarget {
  const shown = withoutCredentials(uri);
  const match = parts.exec(uri);
  if (!match) throw new TypeError(`${shown}: must begin with ipp://, ipps://, http:// or https://`);
  const [, scheme = '', authority = '', rest = ''] = match;
  const isIpp = /^ipp/i.test(scheme);
  const isTls = /s$/i.test(scheme);
  // The URL parser knows ports and paths of http alone, and drops the port that http has by default.
  const url = parseUrl(`http${isTls ? 's' : ''}://${authority}${rest}`, shown);
  const httpPort = isTls ? 443 : 80;
  const port = /:\d+$/.test(authority) ? Number(url.port || httpPort) : isIpp ? ippPort : httpPort;
  const path = `${url.pathname}${url.search}`;
  return {
    printerUri: `ipp${isTls ? 's' : ''}://${url.hostname}${port === ippPort ? '' : `:${port}`}${path}`,
    isTls,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    path,
    address: `${url.hostname.toLowerCase()}:${port}`,
    credentials: credentialsOf(url, shown),
  };
}

function parseUrl(text: string, shown: string): URL {
  try {
    return new URL(text);
  } catch {
    // Without the cause: it holds the text, and so the password.
    throw new TypeError(`${shown}: is not the address of a printer`);
  }
}

function credentialsOf(url: URL, shown: string): IppCredentials | undefined {
  if (url.username === '' && url.password === '') return undefined;
  try {
    return { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  } catch {
    throw new TypeError(`${shown}: its user name or password is not written in percent-encoded UTF-8`);
  }
}

/** True for this machine itself: what is sent there crosses no network. */
export const isLoopbackHost = (host: string): boolean =>
  /^localhost\.?$/i.test(host) || /^127(\.\d{1,3}){3}$/.test(host) || host === '::1';
