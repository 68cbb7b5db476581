import { takesRoom } from '@vitrine/contract/schedule/layer-areas'
import type { TFunction } from 'i18next'
import { listText, storedTimeText } from '#lib/text/format.ts'
import { repeatsText } from '#pictures/schedules/slot-text.ts'
import type { LayerForm } from './layer-form.ts'

/** `Bar at the bottom · the page makes room · always`. */
export function layerText(t: TFunction, { place, slots }: LayerForm): string {
  const times = slots.map(
    (slot) => `${storedTimeText(slot.from)}–${storedTimeText(slot.to)} (${repeatsText(t, slot)})`,
  )
  return [
    t(`layers.kinds.${place.kind}`),
    t(takesRoom(place) ? 'layers.makesRoom' : 'layers.over'),
    times.length > 0 ? listText(times) : t('layers.always'),
  ].join(' · ')
}
