import type { StyleUses } from '@vitrine/contract/api/content/styles'
import type { TFunction } from 'i18next'
import { listText } from '#lib/text/format.ts'

/** Names in a sentence. */
const NAMED = 5

/** `Lunch, Dinner, and 12 more`. */
function namesOf(t: TFunction, { first, total }: StyleUses['pages']): string {
  const names = first.slice(0, NAMED).map(({ name }) => name)
  const more = total - names.length
  return listText(more > 0 ? [...names, t('styles.more', { count: more })] : names)
}

/** The pages with linked elements, and the screens that play them, as sentences. */
export function usesTexts(t: TFunction, { pages, screens }: StyleUses): string[] {
  if (pages.total === 0) return [t('styles.unused')]
  return [
    t('styles.onPages', { count: pages.total, names: namesOf(t, pages) }),
    screens.total === 0
      ? t('styles.onNoScreen')
      : t('styles.onScreens', { count: screens.total, names: namesOf(t, screens) }),
  ]
}
