/** What the shop reads about certificates and passwords of printers, in both languages. Pure. */
import type { CertificateChange, PrinterAccessTrouble } from '../ports/printer-access.ts';

export type TrustLanguage = 'zh-CN' | 'en';

interface TrustWords {
  certificateChanged(name: string, certificates: CertificateChange): string;
  passwordNeeded(name: string): string;
  passwordRefused(name: string): string;
  passwordReadable(name: string): string;
  proofUnknown(name: string): string;
}

/** A fingerprint as people compare it: groups of two, in capitals. */
const readableFingerprint = (fingerprint: string): string =>
  fingerprint.toUpperCase().replaceAll(/(..)(?!$)/g, '$1:');

const trustWords: Record<TrustLanguage, TrustWords> = {
  'zh-CN': {
    certificateChanged: (name, { known, shown }) =>
      `${name} 出示了另一张证书，因此没有向它发送任何内容。已信任的指纹：${readableFingerprint(known)}；现在的指纹：${readableFingerprint(shown)}。如果打印机被重置或更换，请核对后接受新证书。`,
    passwordNeeded: (name) => `${name} 要求用户名和密码：请为它填写。`,
    passwordRefused: (name) => `${name} 不接受这个用户名或密码：请重新填写。`,
    passwordReadable: (name) =>
      `${name} 要求在未加密的连接上以明文发送密码，因此没有发送：请改用 ipps，或明确允许。`,
    proofUnknown: (name) => `${name} 要求的登录方式无法在此使用：请在打印机上启用 Digest 或 Basic。`,
  },
  en: {
    certificateChanged: (name, { known, shown }) =>
      `${name} shows another certificate, so nothing was sent to it. Trusted: ${readableFingerprint(known)}. Shown now: ${readableFingerprint(shown)}. If the printer was reset or replaced, compare and accept the new one.`,
    passwordNeeded: (name) => `${name} asks for a user name and a password: enter them.`,
    passwordRefused: (name) => `${name} refuses the user name or the password: enter them again.`,
    passwordReadable: (name) =>
      `${name} asks for the password in readable form over a connection that is not encrypted, so it was not sent: use ipps, or allow it.`,
    proofUnknown: (name) =>
      `${name} asks for a kind of login that can't be used here: switch on Digest or Basic at the printer.`,
  },
};

/** What is wrong and what to do, in one sentence or three. */
export function accessTroubleText(
  language: TrustLanguage,
  name: string,
  trouble: PrinterAccessTrouble,
): string {
  const words = trustWords[language];
  switch (trouble.kind) {
    case 'certificate-changed':
      return words.certificateChanged(name, trouble.certificates);
    case 'password-needed':
      return words.passwordNeeded(name);
    case 'password-refused':
      return words.passwordRefused(name);
    case 'password-readable':
      return words.passwordReadable(name);
    case 'proof-unknown':
      return words.proofUnknown(name);
  }
}
