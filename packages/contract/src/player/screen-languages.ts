/** Languages with countries that forms offer for screens; the API accepts any other. */
export const SCREEN_LANGUAGES: readonly string[] = [
  ...['ar-AE', 'ar-EG', 'ar-JO', 'ar-LB', 'ar-MA', 'ar-QA', 'ar-SA', 'bg-BG', 'ca-ES', 'cs-CZ', 'da-DK'],
  ...['de-AT', 'de-CH', 'de-DE', 'el-GR', 'en-AU', 'en-CA', 'en-GB', 'en-IE', 'en-IN', 'en-NZ', 'en-US'],
  ...['en-ZA', 'es-AR', 'es-CL', 'es-CO', 'es-ES', 'es-MX', 'es-US', 'et-EE', 'fa-IR', 'fi-FI', 'fr-BE'],
  ...['fr-CA', 'fr-CH', 'fr-FR', 'he-IL', 'hi-IN', 'hr-HR', 'hu-HU', 'id-ID', 'is-IS', 'it-CH', 'it-IT'],
  ...['ja-JP', 'ko-KR', 'lt-LT', 'lv-LV', 'ms-MY', 'nb-NO', 'nl-BE', 'nl-NL', 'pl-PL', 'pt-BR', 'pt-PT'],
  ...['ro-RO', 'ru-RU', 'sk-SK', 'sl-SI', 'sr-RS', 'sv-SE', 'th-TH', 'tr-TR', 'uk-UA', 'ur-PK', 'vi-VN'],
  ...['zh-CN', 'zh-HK', 'zh-TW'],
]
