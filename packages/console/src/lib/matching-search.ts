/** The strings of a URL's search that match the pattern of their name; others are dropped. */
export const matchingSearch = <Name extends string>(
  raw: Record<string, unknown>,
  patterns: Readonly<Record<Name, RegExp>>,
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    Object.entries<RegExp>(patterns).flatMap(([name, pattern]) => {
      const value = raw[name]
      return typeof value === 'string' && pattern.test(value) ? [[name, value]] : []
    }),
  ) as Partial<Record<Name, string>>
