import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { isAction } from '@vitrine/contract/fields/actions'
import { actionsIn } from '@vitrine/contract/fields/values'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { Page } from '#content/pages/designer/state/page.ts'

interface ZoneUse {
  zone: ReadWidget
  /** The widgets of the page whose actions change what the zone shows. */
  users: readonly ReadWidget[]
}

/** The zones among `gone` that actions of the remaining widgets use. */
export function usesOfZones({ widgets }: Page, gone: readonly ReadWidget[]): ZoneUse[] {
  const left = widgets
    .filter((widget) => !gone.includes(widget))
    .map((widget) => ({ widget, zones: zonesOf(widget) }))
  return gone.flatMap((zone) => {
    const users = left.flatMap(({ widget, zones }) => (zones.has(zone.id) ? [widget] : []))
    return users.length > 0 ? [{ zone, users }] : []
  })
}

const zonesOf = ({ type, settings }: ReadWidget): ReadonlySet<string> =>
  new Set(
    actionsIn(WIDGET_FIELDS[type] ?? {}, settings).flatMap(({ actions }) =>
      actions.flatMap((entry) =>
        isAction(entry) && 'mediaZoneId' in entry.props ? [entry.props.mediaZoneId] : [],
      ),
    ),
  )
