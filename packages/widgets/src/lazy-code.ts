// Small parts that few pages need, in one chunk.

export { Writing } from './kinds/comment/writing.tsx'
export { OpenSite } from './kinds/link/open-site.tsx'
export { prayerDays } from './kinds/prayer/prayer-times.ts'
export { lazyLanguages } from './lib/languages/lazy-languages.ts'
export { qrPath } from './lib/qr/qr-path.ts'
