import { DE } from './de.ts'
import type { BuiltInTexts } from './en.ts'
import { ES } from './es.ts'
import { FR } from './fr.ts'
import { JA } from './ja.ts'

/** The languages that pages without them needn't load. */
export const lazyLanguages: Readonly<Record<string, BuiltInTexts>> = { de: DE, es: ES, fr: FR, ja: JA }
