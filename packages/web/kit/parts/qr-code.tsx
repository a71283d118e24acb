/** A QR code, drawn here: dark on white in both appearances, for that is what cameras read. */
import { encode } from 'uqr';

export interface QrCodeProps {
  text: string;
  /** What it leads to, for who can't see it. */
  label: string;
  sizePx?: number;
}

/** Modules of the quiet zone that ISO 18004 asks for. */
const quietModules = 4;

export function QrCode({ text, label, sizePx = 180 }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
