import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { readingAt, slotsAt } from '@vitrine/contract/schedule/day'
import { layersAt } from '@vitrine/contract/schedule/layers'
import { knownZone } from '@vitrine/contract/schedule/time-zone'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNow } from '#lib/use-now.ts'
import { LayeredPicture } from '#pictures/screens/layered-picture.tsx'
import { pageIdOf } from '#queries/pages.ts'
import styles from './layers.module.css'

const SCREEN = { width: 1920, height: 1080 }

interface LayersPictureProps {
  storyboardOf: (id: string | null) => Storyboard | undefined
  /** The layer that is edited, which shows at any time. */
  open: number | undefined
}

/** What plays now by the form's unsaved schedule, with its layers over and beside it. */
export function LayersPicture({ storyboardOf, open }: LayersPictureProps) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { timezone, ...given } = useWatch() as Schedule
  const zone = knownZone(timezone)
  const schedule = { ...given, timezone: zone }
  const { date, minutes } = readingAt(zone, now)
  const [slot] = slotsAt(schedule, date, minutes)
  const base = storyboardOf(slot?.storyboardId ?? schedule.defaultStoryboardId)
  // Copies: what is computed from a layer is remembered with it, and the form changes its own in place.
  const all = (schedule.layers ?? []).map((layer) => ({ ...layer }))
  const showing = layersAt({ ...schedule, layers: all }, now)
  const layers = all.flatMap((layer, index) => {
    const storyboard = storyboardOf(layer.storyboardId)
    const shows = index === open || showing.includes(layer)
    return storyboard && shows
      ? [{ ...layer, ...firstOf(storyboard), size: storyboard, isOpen: index === open }]
      : []
  })
  return (
    <figure className={styles.now}>
      <LayeredPicture
        screen={base ?? SCREEN}
        base={base && firstOf(base)}
        layers={layers}
        label={[base?.name ?? t('deviceGroups.nothing'), ...layers.map(({ name }) => name)].join(', ')}
      />
      <figcaption>{t('layers.now')}</figcaption>
    </figure>
  )
}

/** The first page that screens play. */
const firstOf = ({ type, items, plays }: Storyboard) => ({
  type: plays?.type ?? type,
  pageId: plays?.pageId ?? (items[0] ? pageIdOf(items[0]) : ''),
})
