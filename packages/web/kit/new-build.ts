/** A page that stays open while there is a newer build: the pieces that it loads later are gone. Owns that the page is then loaded anew, once. */

const reloadedAs = 'platen-reloaded-at';
const reloadAgainAfterMs = 30_000;

/** From now on a chunk that is gone loads the page anew. */
export function reloadForNewBuild(): void {
  addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault();
  });
}

function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(reloadedAs) ?? 0);
  if (Date.now() - last < reloadAgainAfterMs) return false;
  sessionStorage.setItem(reloadedAs, String(Date.now()));
  location.reload();
  return true;
}
