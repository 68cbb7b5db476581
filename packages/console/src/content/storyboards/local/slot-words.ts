import type { LocalSlot } from '@vitrine/contract/api/content/local-slot'
import { mostEntries } from '@vitrine/contract/schedule/local-slot'
import type { TFunction } from 'i18next'

/** `Up to 3 entries · 30 s · approval`. */
export const slotWords = (t: TFunction, slot: LocalSlot): string =>
  [
    t('local.slot.upTo', { count: mostEntries(slot) }),
    slot.seconds !== undefined && t('local.slot.inAll', { seconds: slot.seconds }),
    slot.approval && t('local.slot.approved'),
  ]
    .filter(Boolean)
    .join(' · ')
