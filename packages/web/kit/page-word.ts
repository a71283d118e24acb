/**
 * What the page said when it came: of the session, and where the event log stood. Owns that of the session it is a first guess: a page that a browser took out of its memory may be older
 * than a login, so whoever shows it asks as well.
 */

/** True: this browser had no session when it was given the page. */
export const cameAsNobody = (): boolean =>
  document.querySelector('meta[name="platen-session"][content="none"]') !== null;

/** The number of the newest event when the page was made: whatever the page reads is no older. */
export const newestEventOfPage = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="platen-events"]')?.content;
