/** Platen's mark: a roller, and the sheet that leaves it. */
export function BrandMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect x="9" y="11" width="14" height="17" rx="2" fill="none" stroke="currentColor" strokeWidth="2.5" />
      <rect x="3" y="4" width="26" height="9" rx="4.5" fill="currentColor" />
      <path
        d="M13 19h6M13 23h4"
        stroke="var(--mantine-color-seal-6)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
