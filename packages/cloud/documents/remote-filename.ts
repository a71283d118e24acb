/** What a fetched file is called: as its server says, else as its address ends. A name for lists; it opens nothing. */

/** `attachment; filename*=UTF-8''caf%C3%A9.pdf` (RFC 6266), or the last part of the path; undefined when there is neither. */
export function remoteFilename(url: URL, disposition: string | undefined): string | undefined {
  return (
    decoded(/(?:^|;)\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition ?? '')?.[1]) ||
    /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1]?.replace(/\\(.)/g, '$1') ||
    /(?:^|;)\s*filename\s*=\s*([^\s;"]+)/i.exec(disposition ?? '')?.[1] ||
    decoded(url.pathname.split('/').at(-1)) ||
    undefined
  );
}

/** Undefined when the escapes in it are broken. */
function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
