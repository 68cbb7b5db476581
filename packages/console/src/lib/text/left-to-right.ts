/** Keeps a number and its unit in their order within right-to-left text. */
export const leftToRight = (text: string): string =>
  globalThis.document?.documentElement.dir === 'rtl' ? `\u2066${text}\u2069` : text
