import { compareNames } from './compare-names.ts'
import { cachedFormat } from './format.ts'

/** The name of a country of two letters in the console's language. */
export function countryName(code: string): string {
  const names = cachedFormat('countries', (spoken) => new Intl.DisplayNames(spoken, { type: 'region' }))
  return names.of(code) ?? code
}

/** Choices of countries, sorted by name. */
export const countryChoices = (codes: readonly string[]): { value: string; label: string }[] =>
  codes
    .map((value) => ({ value, label: countryName(value) }))
    .sort((one, other) => compareNames(one.label, other.label))
