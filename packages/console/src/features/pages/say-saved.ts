import { useTranslation } from 'react-i18next'
import { type PlaySubject, playOn } from '#lib/play-on.ts'
import { listText } from '#lib/text/format.ts'
import { notify } from '#lib/toasts.ts'
import { useCan } from '#ui/work/use-can.ts'
import { useOnScreens } from './designer/bar/on-screens.tsx'

/** Names in a message before *and N more*. */
const NAMED = 3

/**
 * Reports a saved page: which screens follow, or an offer to play it on some. `subject`: what to play; absent for
 * templates.
 */
export function useSaySaved(id: string): (subject?: PlaySubject) => void {
  const { t } = useTranslation()
  const screens = useOnScreens(id)
  const mayPlay = useCan('write', 'devices')
  return (subject) => {
    const { length: count } = screens
    if (count === 0) {
      const next = subject && mayPlay && { text: t('playOn.title'), run: () => playOn({ subject }) }
      return notify({ kind: 'positive', ...(next && { message: t('designer.savedNowhere'), next }) })
    }
    const shown = screens.slice(0, count > NAMED ? NAMED - 1 : NAMED).map(({ name }) => name)
    const more = count - shown.length
    const names = listText(more > 0 ? [...shown, t('designer.moreScreens', { count: more })] : shown)
    notify({ kind: 'positive', message: t('designer.savedTo', { count, names }) })
  }
}
