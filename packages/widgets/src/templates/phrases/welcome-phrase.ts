import type { Phrase } from '#templates/phrases.ts'

/** Separate, because the designer's starters use it without loading the other phrases. */
export const WELCOME: Phrase = ['Welcome', 'Willkommen', 'Bienvenue', 'أهلاً وسهلاً']
