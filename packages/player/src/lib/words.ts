/** The player's own words, each shown in both languages in turn. The console's are in its locales. */
export const WORDS = {
  enterCode: { en: 'Enter this code at', ar: 'أدخل هذا الرمز في' },
  orScan: { en: 'or scan', ar: 'أو امسح الرمز' },
  noConnection: {
    en: 'No connection to the server. Trying again',
    ar: 'لا يوجد اتصال بالخادم. تتم المحاولة مرة أخرى',
  },
  hello: { en: 'Hello', ar: 'مرحبًا' },
  preparing: { en: 'Getting ready', ar: 'جارٍ التحضير' },
  ready: { en: 'Ready', ar: 'جاهز' },
} as const

export type Language = 'en' | 'ar'
