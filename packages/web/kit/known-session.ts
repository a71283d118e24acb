/**
 * What the page said of the session when it came. Owns that it is a first guess: a page that a browser took out of its memory may be older
 * than a login, so whoever shows it asks as well.
 */

/** True: this browser had no session when it was given the page. */
export const cameAsNobody = (): boolean =>
  document.querySelector('meta[name="platen-session"][content="none"]') !== null;
