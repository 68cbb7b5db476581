/** The player's texts, separate from the console's locales. */
export const TEXTS = {
  enterCode: { en: 'Enter this code at', ar: 'أدخل هذا الرمز في' },
  orScan: { en: 'or scan', ar: 'أو امسح الرمز ضوئيًا' },
  noConnection: {
    en: 'Can’t reach the server. Retrying…',
    ar: 'تعذر الوصول إلى الخادم. تجري إعادة المحاولة…',
  },
  hello: { en: 'Hello,', ar: 'مرحبًا،', de: 'Hallo,', es: 'Hola,', fr: 'Bonjour,', ja: 'こんにちは、' },
  notYou: {
    en: 'Not you? Disconnect',
    ar: 'لست أنت؟ اقطع الاتصال',
    de: 'Nicht Sie? Trennen',
    es: '¿No es usted? Desconectar',
    fr: 'Ce n’est pas vous ? Déconnecter',
    ja: '違いますか？接続を解除',
  },
  preparing: {
    en: 'Getting ready…',
    ar: 'جارٍ التحضير…',
    de: 'Wird vorbereitet…',
    es: 'Preparando…',
    fr: 'Préparation…',
    ja: '準備中…',
  },
  ready: { en: 'Ready', ar: 'جاهز', de: 'Bereit', es: 'Lista', fr: 'Prêt', ja: '準備完了' },
} as const

export type Language = keyof typeof TEXTS.ready
/** The languages between which an unpaired screen alternates. */
export type FirstLanguage = keyof typeof TEXTS.enterCode

/** The text language of a locale; English if unsupported. */
export function languageOf(locale = navigator.language): Language {
  const language = locale.slice(0, 2).toLowerCase()
  return /^[a-z]{2}(?:-|$)/i.test(locale) && language in TEXTS.ready ? (language as Language) : 'en'
}
export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr')
