// Small parts that few pages need, in one chunk.

export { Writing } from './kinds/comment/writing.tsx'
export { OpenSite } from './kinds/link/open-site.tsx'
export { qrPath } from './kinds/link/qr-path.ts'
export { prayerDays } from './kinds/prayer/prayer-times.ts'
export { lazyLanguages } from './lib/languages/lazy-languages.ts'
