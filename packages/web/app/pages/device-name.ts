/** What a browser calls itself, in words that people know: `Chrome`, `Android`. Pure. */

const browsers: ReadonlyArray<[RegExp, string]> = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/(HuaweiBrowser|HBPC)\//, 'Huawei Browser'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
];

const systems: ReadonlyArray<[RegExp, string]> = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const firstOf = (names: ReadonlyArray<[RegExp, string]>, text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** The browser and the system of a user agent; undefined what it doesn't say. */
export const readDevice = (
  userAgent: string,
): { browser: string | undefined; system: string | undefined } => ({
  browser: firstOf(browsers, userAgent),
  system: firstOf(systems, userAgent),
});
