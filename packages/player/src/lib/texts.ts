/** The player's texts. The console's are in its locales. */
export const TEXTS = {
  enterCode: { en: 'Enter this code at', ar: 'أدخل هذا الرمز في' },
  orScan: { en: 'or scan', ar: 'أو امسح الرمز ضوئيًا' },
  noConnection: {
    en: 'Can’t reach the server. Retrying…',
    ar: 'تعذر الوصول إلى الخادم. تجري إعادة المحاولة…',
  },
  hello: { en: 'Hello,', ar: 'مرحبًا،' },
  notYou: { en: 'Not you? Disconnect', ar: 'لست أنت؟ اقطع الاتصال' },
  preparing: { en: 'Getting ready…', ar: 'جارٍ التحضير…' },
  ready: { en: 'Ready', ar: 'جاهز' },
} as const

export type Language = 'en' | 'ar'

/** The language of the texts for a locale. Until it is connected, a screen alternates between both languages. */
export const languageOf = (locale = navigator.language): Language => (/^ar\b/i.test(locale) ? 'ar' : 'en')
export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr')
