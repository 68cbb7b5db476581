import type { Truth } from '@vitrine/contract/api/screens/truth'
import { truthText } from '@vitrine/contract/player/truth'
import { useTranslation } from 'react-i18next'
import { changeText } from '#lib/text/change-text.ts'
import { useNow } from '#lib/use-now.ts'

/** The one sentence about a screen: what it should show, what it shows, and why. */
export function useTruthText(): (truth: Truth) => string {
  const { t } = useTranslation()
  const now = useNow(60_000)
  return (truth) => {
    const { should, shows, by, since, until, why } = truth
    const at = (instant: number | null) => (instant === null ? '' : changeText(instant, now))
    return t(`truth.says.${truthText(truth)}`, {
      should: should || t('devices.unnamed'),
      shows: shows || t('devices.unnamed'),
      by: by ?? t('switches.someone'),
      since: at(since),
      until: at(until),
      why: why ?? '',
    })
  }
}
