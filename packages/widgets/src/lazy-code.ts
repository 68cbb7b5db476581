// Small parts of few pages, in one script.
export { prayerDays } from './kinds/prayer/prayer-times.ts'
export { lazyLanguages } from './lib/languages/lazy-languages.ts'
