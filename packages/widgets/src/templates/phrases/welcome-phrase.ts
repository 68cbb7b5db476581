import type { Phrase } from '#templates/phrases.ts'

/** Apart from the others: first boards say it without loading them. */
export const WELCOME: Phrase = ['Welcome', 'Willkommen', 'Bienvenue', 'أهلاً وسهلاً']
