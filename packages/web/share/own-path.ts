/** Addresses of files as this page opens them. */

/**
 * Of an address that the cloud gave out, the path: the service may have other names than that by which the page was opened, and the page
 * shows pictures of its own origin alone.
 */
export const ownPath = (address: string): string => {
  const url = new URL(address, location.origin);
  return url.pathname + url.search;
};
