/** A text as a QR code: dark on white in both colour schemes, for cameras read nothing else reliably. */
import { useMemo } from 'react';
import { encode } from 'uqr';

export interface QrCodeProps {
  text: string;
  /** For who can't see it: what it leads to. */
  label: string;
  /** Of each side; 168 unless told. */
  sizePx?: number;
}

/** Modules of white around it that a reader needs (ISO/IEC 18004). */
const quietModules = 4;

export function QrCode({ text, label, sizePx = 168 }: QrCodeProps) {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: quietModules });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: dark.join(''), size };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      style={{ borderRadius: 8, flexShrink: 0 }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#111" />
    </svg>
  );
}
