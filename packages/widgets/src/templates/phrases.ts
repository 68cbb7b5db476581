import { CARE } from './phrases/care.ts'
import { FAITH } from './phrases/faith.ts'
import { FOOD } from './phrases/food.ts'
import { GENERAL } from './phrases/general.ts'
import { GUESTS } from './phrases/guests.ts'
import { PARTS } from './phrases/parts.ts'
import { SHOPS } from './phrases/shops.ts'
import { WORK } from './phrases/work.ts'

/** A text in every language, in the order of `LANGUAGES`. */
export type Phrase = readonly [english: string, german: string, french: string, arabic: string]

/** All texts of templates, and the names of their parts. */
export const PHRASES: ReadonlyMap<string, Phrase> = new Map(
  [...GENERAL, ...FOOD, ...SHOPS, ...FAITH, ...CARE, ...WORK, ...GUESTS, ...PARTS].map((phrase) => [
    phrase[0],
    phrase,
  ]),
)
