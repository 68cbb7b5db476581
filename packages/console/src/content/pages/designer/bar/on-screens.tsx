import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useTranslation } from 'react-i18next'
import { type PlaySubject, playOn } from '#lib/play-on.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { listText } from '#lib/text/format.ts'
import { notify } from '#lib/toasts.ts'
import { approvalSettingsQuery } from '#queries/approvals.ts'
import { devicesQuery } from '#queries/devices.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { useCan } from '#ui/work/use-can.ts'
import { OpenScreens } from './open-screens.tsx'

/** Screens that play a storyboard with this page: saving updates them. Empty without permission to see screens. */
function useOnScreens(id: string): readonly Device[] {
  const enabled = useCan('read', 'devices') && id !== ''
  const devices = useQuery({ ...devicesQuery(), enabled }).data
  const storyboards = useQuery({ ...storyboardsQuery(), enabled }).data
  const stories = new Set(
    (storyboards ?? [])
      .filter(({ items }) => items.some(({ cardId, layoutId }) => cardId === id || layoutId === id))
      .map((storyboard) => storyboard.id),
  )
  return (
    (devices ?? [])
      .filter(
        ({ connection, playing }) =>
          connection !== 'offline' &&
          connection !== 'never' &&
          (playing?.pageId === id || stories.has(playing?.storyboardId ?? '')),
      )
      // Screens that show the page right now come first.
      .sort((a, b) => Number(b.playing?.pageId === id) - Number(a.playing?.pageId === id))
  )
}

/** How many screens play the page, with their names; renders nothing if none do. */
export function OnScreens({ id }: { id: string }) {
  const screens = useOnScreens(id)
  if (screens.length === 0) return null
  return <OpenScreens id={id} screens={screens} />
}

/** Whether screens play approved copies, so that saving changes nothing on them. */
function useStrictApproval(): boolean {
  const organizationId = useOrganizationId() ?? ''
  const enabled = useCan('read', 'own-organization') && organizationId !== ''
  return useQuery({ ...approvalSettingsQuery(organizationId), enabled }).data?.mode === 'strict'
}

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
  const isStrict = useStrictApproval()
  const navigate = useNavigate()
  return (subject) => {
    const { length: count } = screens
    if (count === 0) {
      const next = subject && mayPlay && { text: t('playOn.title'), run: () => playOn({ subject }) }
      return notify({
        kind: 'positive',
        message: t(next ? 'designer.savedNowhere' : 'designer.saved'),
        ...(next && { next }),
      })
    }
    const shown = screens.slice(0, count > NAMED ? NAMED - 1 : NAMED).map(({ name }) => name)
    const more = count - shown.length
    const names = listText(more > 0 ? [...shown, t('designer.moreScreens', { count: more })] : shown)
    if (isStrict) {
      const next = { text: t('approvals.show'), run: () => void navigate({ to: '/app/approvals' }) }
      return notify({ kind: 'positive', message: t('designer.savedWaits', { count, names }), next })
    }
    notify({ kind: 'positive', message: t('designer.savedTo', { count, names }) })
  }
}
