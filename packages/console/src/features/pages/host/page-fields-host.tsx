import { useQuery } from '@tanstack/react-query'
import type { Layout } from '@vitrine/contract/api/layouts'
import type { Action } from '@vitrine/contract/document/actions'
import {
  type ReadDocument,
  type ReadWidget,
  readDocument,
  zoneEntries,
} from '@vitrine/contract/document/layout-document'
import { MEDIA_ZONE_MAX } from '@vitrine/contract/fields/kinds/media-zone'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { devicesQuery } from '#features/devices/queries.ts'
import { layoutsQuery } from '#features/layouts/queries.ts'
import { useContentFieldsHost } from '#features/media/content-fields-host.tsx'
import { storyboardsQuery } from '#features/storyboards/queries.ts'
import type { FieldsHost } from '#fields/control.ts'
import { MediaZoneDialog } from '#fields/controls/media-zone-dialog.tsx'
import type { MediaItem } from '#fields/media-item.ts'
import { intervalOf } from '#fields/seconds.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { usePageMedia } from './page-host.ts'

const PreviewInStory = lazyPart(
  async () => (await import('#features/pages/preview/page-preview-in-story.tsx')).PreviewInStory,
)
interface EditedPage {
  /** Empty for a page that was not saved yet. */
  id: string
  name: string
  document: ReadDocument
  /** The document as it is now, where `document` may be a moment behind. */
  current?: () => ReadDocument
  /** Puts a changed widget into the document; absent where it is only looked at. */
  onWidget?: (widget: ReadWidget) => void
}

/** What forms on a page's settings need, over the console's data. `dialogs` must be drawn somewhere. */
export function usePageFieldsHost({ id, name, document, current, onWidget }: EditedPage): {
  host: FieldsHost
  dialogs: ReactNode
} {
  const content = useContentFieldsHost(usePageMedia(document))
  // Kiosks can't read what actions lead to.
  const storyboards = useQuery({ ...storyboardsQuery(), enabled: useCan('read', 'storyboards') }).data
  const layouts = useQuery({ ...layoutsQuery(), enabled: useCan('read', 'layouts') }).data
  const known = { refetchInterval: false, staleTime: 60_000, enabled: useCan('read', 'devices') } as const
  const devices = useQuery({ ...devicesQuery(), ...known }).data

  const [zoneId, openZone] = useState<string>()
  const [tried, setTried] = useState<{ action: Action; done: () => void }>()
  const tryIt = useCallback((action: Action) => new Promise<void>((done) => setTried({ action, done })), [])
  const writable = onWidget !== undefined

  const host = useMemo(
    (): FieldsHost => ({
      ...content.host,
      actions: {
        storyboards: storyboards ?? [],
        layouts: [{ id: '', name }, ...(layouts ?? []).filter((layout) => layout.id !== id)],
        zones: (layoutId) =>
          zonesOf(layoutId === '' ? document : otherDocument(layouts, layoutId), content.host.media),
        devices: (devices ?? []).map(({ id: deviceId, name: deviceName, connection }) => {
          return { id: deviceId, name: deviceName, online: connection === 'online' }
        }),
        unknown: [
          ...(storyboards ? [] : (['storyboards'] as const)),
          ...(layouts ? [] : (['layouts'] as const)),
        ],
        ...(writable && { openZone, tryIt }),
      },
    }),
    [content.host, storyboards, layouts, devices, document, name, id, writable, tryIt],
  )
  const zone = document.widgets.find((widget) => widget.id === zoneId)
  const dialogs = (
    <Waiting quiet>
      {zone && onWidget && (
        <ZoneDialog zone={zone} host={host} onWidget={onWidget} onClose={() => openZone(undefined)} />
      )}
      {tried && (
        <PreviewInStory
          {...{ id, name }}
          document={current?.() ?? document}
          first={tried.action}
          actions={host.actions}
          onClose={() => {
            setTried(undefined)
            tried.done()
          }}
        />
      )}
      {content.dialogs}
    </Waiting>
  )
  return { host, dialogs }
}

const otherDocument = (layouts: readonly Layout[] | undefined, id: string): ReadDocument | undefined => {
  const found = layouts?.find((layout) => layout.id === id)
  return found && readDocument(found, WIDGET_FIELDS)
}

interface ZoneDialogProps {
  zone: ReadWidget
  host: FieldsHost
  onWidget: (widget: ReadWidget) => void
  onClose: () => void
}

/** The content of a zone that an action leads to, to be filled on the way. */
function ZoneDialog({ zone, host, onWidget, onClose }: ZoneDialogProps) {
  const [name, field] = zoneField(zone.type) ?? []
  if (name === undefined || field?.type !== 'media-zone') return null
  return (
    <MediaZoneDialog
      opened
      title={zone.name}
      entries={zoneEntries(zone, WIDGET_FIELDS)}
      max={field.max ?? MEDIA_ZONE_MAX}
      interval={intervalOf(zone.settings)}
      host={host}
      onClose={onClose}
      onSave={(entries) => {
        onWidget({ ...zone, settings: { ...zone.settings, [name]: entries } })
        onClose()
      }}
    />
  )
}

/** Whether two documents have the same zones, playing the same. */
export function sameZones(a: ReadDocument, b: ReadDocument): boolean {
  const [zones, others] = [a, b].map(({ widgets }) => widgets.filter(({ type }) => zoneField(type)))
  return (
    zones !== undefined &&
    zones.length === others?.length &&
    zones.every(
      (zone, index) => zone.settings === others[index]?.settings && zone.name === others[index]?.name,
    )
  )
}

const zoneField = (type: string) =>
  Object.entries(WIDGET_FIELDS[type] ?? {}).find(([, field]) => field.type === 'media-zone')

/** Media zones are the widgets that play a list of media. */
const zonesOf = (document: ReadDocument | undefined, item: (id: string) => MediaItem | undefined) =>
  (document?.widgets ?? [])
    .filter(({ type }) => zoneField(type) !== undefined)
    .map((widget) => ({
      id: widget.id,
      name: widget.name,
      entries: zoneEntries(widget, WIDGET_FIELDS).map(({ mediaId }) => item(mediaId)),
    }))
