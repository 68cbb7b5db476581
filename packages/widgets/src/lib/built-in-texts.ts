/** The built-in texts of widgets by language; missing ones are in English. */
const EN = {
  fajr: 'Fajr',
  sunrise: 'Sunrise',
  dhuhr: 'Dhuhr',
  jumuah: 'Jumuʿah',
  asr: 'Asr',
  maghrib: 'Maghrib',
  isha: 'Isha',
  inMinutes: 'in {m} min',
  inHours: 'in {h} h {m} min',
  now: 'now',
  clear: 'Clear',
  'partly-cloudy': 'Partly cloudy',
  cloudy: 'Cloudy',
  fog: 'Fog',
  drizzle: 'Drizzle',
  rain: 'Rain',
  snow: 'Snow',
  thunder: 'Thunderstorm',
  asOf: 'as of {time}',
  sample: 'Sample data',
  write: 'Touch to type',
  send: 'Send',
  thanks: 'Thank you',
  close: 'Close',
  choose: 'Choose',
  space: 'Space',
  stars: '{n} of 5',
  noNews: 'No news yet',
  mediaZone: 'Media Zone',
  prayer: 'Prayer times',
  weather: 'Weather',
  ticker: 'Ticker',
  feed: 'RSS',
  text: 'Text',
  stickyNote: 'Sticky note',
  button: 'Button',
  comment: 'Comment',
  link: 'Link',
  rating: 'Rating',
  tag: 'Tag',
  question: 'Question',
  option: 'Option {n}',
  siteBlocked: "This screen can't open {host}",
  siteOnPhone: 'Scan the code to open it on your phone',
  broken: "This widget can't be shown",
  unknown: 'Unknown widget: {type}',
} as const
export type BuiltInText = keyof typeof EN

const AR: Record<BuiltInText, string> = {
  fajr: 'الفجر',
  sunrise: 'الشروق',
  dhuhr: 'الظهر',
  jumuah: 'الجمعة',
  asr: 'العصر',
  maghrib: 'المغرب',
  isha: 'العشاء',
  inMinutes: 'بعد {m} د',
  inHours: 'بعد {h} س {m} د',
  now: 'الآن',
  clear: 'صافٍ',
  'partly-cloudy': 'غائم جزئيًا',
  cloudy: 'غائم',
  fog: 'ضباب',
  drizzle: 'رذاذ',
  rain: 'مطر',
  snow: 'ثلج',
  thunder: 'عاصفة رعدية',
  asOf: 'حتى {time}',
  sample: 'بيانات تجريبية',
  write: 'المس للكتابة',
  send: 'إرسال',
  thanks: 'شكرًا لك',
  close: 'إغلاق',
  choose: 'اختر',
  space: 'مسافة',
  stars: '{n} من 5',
  noNews: 'لا أخبار بعد',
  mediaZone: 'منطقة الوسائط',
  prayer: 'مواقيت الصلاة',
  weather: 'الطقس',
  ticker: 'شريط الأخبار',
  feed: 'RSS',
  text: 'نص',
  stickyNote: 'ملاحظة لاصقة',
  button: 'زر',
  comment: 'تعليق',
  link: 'رابط',
  rating: 'التقييم',
  tag: 'وسم',
  question: 'سؤال',
  option: 'خيار {n}',
  siteBlocked: 'لا يمكن فتح {host} على هذه الشاشة',
  siteOnPhone: 'امسح الرمز ضوئيًا لفتحه على هاتفك',
  broken: 'تعذر عرض هذا العنصر',
  unknown: 'عنصر غير معروف: {type}',
}
const LANGUAGES: Readonly<Record<string, Record<BuiltInText, string>>> = { en: EN, ar: AR }

/** A word in the host's language, with `{name}` places filled in; numbers in the locale's digits. */
export function builtInText(
  locale: string,
  word: BuiltInText,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const language = locale.toLowerCase().split('-')[0] ?? 'en'
  const text = (Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : EN)?.[word] ?? EN[word]
  return text.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? numberText(locale, value) : value
  })
}

function numberText(locale: string, value: number): string {
  try {
    return value.toLocaleString(locale)
  } catch {
    return String(value)
  }
}
