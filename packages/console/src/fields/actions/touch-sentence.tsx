import { type ActionEntry, actionSentence, isAction } from '@vitrine/contract/fields/actions'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MediaThumb } from '#fields/controls/media-thumb.tsx'
import { type ActionsHost, namesOf } from './actions-host.ts'

/** What a touch does in a few words: `show Rooms`. */
export function useTouchSentence(host: ActionsHost): (entry: ActionEntry) => {
  text: string
  missing: boolean
} {
  const { t } = useTranslation()
  return (entry) => {
    if (!isAction(entry)) return { text: t('actions.unknown'), missing: true }
    const { verb, values, device, missing } = actionSentence(entry, namesOf(host))
    const text = t(`actions.touch.does.${verb}`, values)
    return {
      text: device ? t('actions.touch.on', { text, device }) : text,
      missing: missing.length > 0,
    }
  }
}

/** A thumbnail of what a touch shows; nothing for steps such as the next page. */
export function touchPicture(entry: ActionEntry, host: ActionsHost): ReactNode {
  if (!isAction(entry)) return null
  switch (entry.verb) {
    case 'LOAD_STORYBOARD':
      return host.pictures?.storyboard(entry.props.storyboardId) ?? null
    case 'LOAD_LAYOUT_BY_NAME': {
      const { layoutName } = entry.props
      const layout = host.layouts.find(({ name }) => name === layoutName)
      return layout ? (host.pictures?.layout(layout.id) ?? null) : null
    }
    case 'LOAD_MEDIA_BY_ORDER': {
      const { layoutId, mediaZoneId, mediaOrder } = entry.props
      const zone = host.zones(layoutId)?.find(({ id }) => id === mediaZoneId)
      return zone ? <MediaThumb item={zone.entries[mediaOrder]} /> : null
    }
    default:
      return null
  }
}
