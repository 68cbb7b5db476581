/** CSS rules under the name by which pages know a font. */
export const served = (name: string, ...rules: string[]): string =>
  rules.join('\n').replace(/font-family:[^;}]+/g, `font-family:${JSON.stringify(name)}`)
