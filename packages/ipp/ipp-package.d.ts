/** The two tables that Platen takes from the npm package `ipp`: lists by number that carry a reverse `lookup`. */
declare module 'ipp/lib/enums.js' {
  const enums: Record<string, { lookup: (string | undefined)[]; [name: string]: unknown }>;
  export default enums;
}

declare module 'ipp/lib/status-codes.js' {
  const statusCodes: { lookup: (string | undefined)[]; [name: string]: unknown };
  export default statusCodes;
}
