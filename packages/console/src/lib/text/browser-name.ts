/** Patterns, most specific first: most browsers also claim to be others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/, 'Chrome'],
  [/Version\/(\d{1,5})/, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** The browser and operating system of a user agent; each absent if unknown. */
export function browserOf(userAgent: string): { browser?: string; system?: string } {
  const match = BROWSERS.find(([pattern]) => pattern.test(userAgent))
  const version = match?.[0].exec(userAgent)?.[1]
  return {
    browser: match && `${match[1]} ${version}`,
    system: SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1],
  }
}
