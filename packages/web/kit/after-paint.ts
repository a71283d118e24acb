/** Work that follows from a press, behind the paint that answers it; at once where nothing is painted. */
export function afterPaint(work: () => void): void {
  if (document.hidden) setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}
