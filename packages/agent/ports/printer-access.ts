/**
 * What a connection to a printer asks before it speaks: which certificate is the printer's own, and how we prove who we are.
 * Owned by the agent, kept between starts; adapters ask and tell.
 */

/** A user name and a password. Must never be logged, reported or put into a sentence. */
export interface PrinterCredentials {
  username: string;
  password: string;
}

/** Two certificates as SHA-256 of their DER, in lower-case hexadecimal. */
export interface CertificateChange {
  known: string;
  shown: string;
}

/** What keeps the agent from speaking to a printer that is there; a person has to do something about it. */
export type PrinterAccessTrouble =
  | { kind: 'certificate-changed'; certificates: CertificateChange }
  | { kind: 'password-needed' | 'password-refused' | 'password-readable' | 'proof-unknown' };

/** One printer's part of it. Asked at every connection and request, so that what a person changes counts at once. */
export interface PrinterAccess {
  /** The fingerprint that is trusted; undefined before the first connection. */
  trustedCertificate(): string | undefined;
  /** The first certificate that the printer showed is trusted from now on. Throws when that can't be kept. */
  trustCertificate(fingerprint: string): void;
  /** Another one was shown and refused: a person decides about it. */
  refuseCertificate(fingerprint: string): void;
  /** Undefined when there are none. */
  credentials(): PrinterCredentials | undefined;
  /** True when the password may cross the shop's network in readable form (Basic without TLS). */
  mayShowPassword(): boolean;
}
