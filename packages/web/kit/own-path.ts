/**
 * The path of a file's address. The service names its files by its public address; a page that was opened by another name of the same
 * service asks its own, for other origins are neither shown nor painted on.
 */
export const ownPath = (url: string): string => {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
};
