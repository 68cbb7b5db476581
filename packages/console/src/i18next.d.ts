import 'i18next'
import type texts from '#locales/en-us.json'
import type start from '#locales/en-us-start.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    returnNull: false
    resources: { translation: typeof start & typeof texts }
  }
}
