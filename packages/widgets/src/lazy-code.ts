// Small parts that few pages need, in one chunk.

export { prayerDays } from '@vitrine/contract/schedule/prayer-times'
export { Writing } from './kinds/comment/writing.tsx'
export { OpenSite } from './kinds/link/open-site.tsx'
export { ruledRows } from './kinds/text/ruled-rows.ts'
export { lazyLanguages } from './lib/languages/lazy-languages.ts'
export { qrPath } from './lib/qr/qr-path.ts'
