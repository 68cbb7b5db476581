import { DE } from './de.ts'
import type { BuiltInTexts } from './en.ts'
import { ES } from './es.ts'
import { FR } from './fr.ts'
import { JA } from './ja.ts'

/** Languages that load on demand. */
export const lazyLanguages: Readonly<Record<string, BuiltInTexts>> = { de: DE, es: ES, fr: FR, ja: JA }
