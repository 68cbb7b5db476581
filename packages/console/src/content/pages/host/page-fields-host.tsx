import { useQuery } from '@tanstack/react-query'
import type { Impact } from '@vitrine/contract/api/base/impact'
import { type ReadDocument, type ReadWidget, zoneEntries } from '@vitrine/contract/document/layout-document'
import { type Action, isAction } from '@vitrine/contract/fields/actions'
import { MEDIA_ZONE_MAX } from '@vitrine/contract/fields/kinds/media-zone'
import { actionsIn } from '@vitrine/contract/fields/values'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { FieldsHost } from '#fields/control.ts'
import type { MediaItem } from '#fields/media-item.ts'
import { fitOf, intervalOf } from '#fields/seconds.ts'
import { storyPicture } from '#pickers/pages/storyboard-picker.tsx'
import { usePageMedia } from '#pictures/pages/page-host.ts'
import { PageOf, PageThumb } from '#pictures/pages/page-thumb.tsx'
import { screenPicture } from '#pictures/screens/screen-picture.tsx'
import { devicesQuery } from '#queries/devices.ts'
import { layoutNamesQuery } from '#queries/layouts.ts'
import { documentOf, usePagesById } from '#queries/pages.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { EntryScreensButton } from './entry-screens.tsx'
import { LoadNotice } from './load-notice.tsx'
import { useBoundFieldsHost } from './use-bound-fields-host.tsx'

const MediaZoneDialog = lateDialog(
  async () => (await import('#fields/controls/media-zone-dialog.tsx')).MediaZoneDialog,
)

const FilesForm = lazyPart(async () => (await import('#content/media/listed/files-picker.tsx')).FilesForm)

const PreviewInStory = lazyPart(
  async () => (await import('#content/pages/preview/page-preview-in-story.tsx')).PreviewInStory,
)
interface EditedPage<P extends ReadDocument> {
  /** Empty for an unsaved page. */
  id: string
  name: string
  document: P
  /** Returns the current document, which `document` may lag behind. */
  current?: () => P
  /** What saving the page with this content would change on screens. */
  impactOf?: (page: P) => Promise<Impact | undefined>
  /** Updates a widget in the document; absent when read-only. */
  onWidget?: (widget: ReadWidget) => void
}

/** The console's data for forms of widget settings. Render `dialogs`. */
export function usePageFieldsHost<P extends ReadDocument>({
  id,
  name,
  document,
  current,
  impactOf,
  onWidget,
}: EditedPage<P>): {
  host: FieldsHost
  dialogs: ReactNode
} {
  const content = useBoundFieldsHost(usePageMedia(document))
  // Kiosks have no permission to read action targets.
  const storyboards = useQuery({ ...storyboardsQuery(), enabled: useCan('read', 'storyboards') }).data
  const { layouts, zones, needLayout } = useLayoutChoices({ document, current }, content.host.media)
  const known = { refetchInterval: false, staleTime: 60_000, enabled: useCan('read', 'devices') } as const
  const devices = useQuery({ ...devicesQuery(), ...known }).data

  const [zoneId, openZone] = useState<string>()
  const [tried, setTried] = useState<{ action: Action; done: () => void }>()
  const tryIt = useCallback((action: Action) => new Promise<void>((done) => setTried({ action, done })), [])
  const writable = onWidget !== undefined
  const layoutPicture = useCallback(
    (layoutId: string) =>
      layoutId === '' ? (
        <PageThumb document={current?.() ?? document} label="" />
      ) : (
        <PageOf type="designed" id={layoutId} />
      ),
    [document, current],
  )

  const host = useMemo(
    (): FieldsHost => ({
      ...content.host,
      FilesForm,
      screensOf: (entry) => (
        <EntryScreensButton
          {...entry}
          current={() => current?.() ?? document}
          impactOf={writable ? impactOf : undefined}
        />
      ),
      notice: (widget) => <LoadNotice widget={widget} />,
      actions: {
        storyboards: storyboards ?? [],
        layouts: [{ id: '', name }, ...(layouts ?? []).filter((layout) => layout.id !== id)],
        zones,
        needLayout,
        devices: (devices ?? []).map(({ id: deviceId, name: deviceName, connection }) => {
          return { id: deviceId, name: deviceName, online: connection === 'online' }
        }),
        pictures: { storyboard: storyPicture, layout: layoutPicture, device: screenPicture },
        unknown: [
          ...(storyboards ? [] : (['storyboards'] as const)),
          ...(layouts ? [] : (['layouts'] as const)),
        ],
        ...(writable && { openZone, tryIt }),
      },
    }),
    [
      content.host,
      storyboards,
      layouts,
      zones,
      needLayout,
      devices,
      layoutPicture,
      document,
      current,
      impactOf,
      name,
      id,
      writable,
      tryIt,
    ],
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

/** Layouts as action targets, with the zones of those that the page's actions reference. */
function useLayoutChoices(
  { document, current }: Pick<EditedPage<ReadDocument>, 'document' | 'current'>,
  media: FieldsHost['media'],
) {
  const enabled = useCan('read', 'layouts')
  const layouts = useQuery({ ...layoutNamesQuery(), enabled }).data
  const [needed, setNeeded] = useState<readonly string[]>([])
  const needLayout = useCallback((id: string) => setNeeded((known) => [...known, id]), [])
  const { pages } = usePagesById('designed', enabled ? [...namedLayouts(document), ...needed] : [])
  const zones = useCallback<FieldsHost['actions']['zones']>(
    (id) => {
      const page = pages[id]
      if (id === '') return zonesOf(current?.() ?? document, media)
      return page === undefined ? undefined : zonesOf(page ? documentOf(page) : undefined, media)
    },
    [document, current, pages, media],
  )
  return { layouts, zones, needLayout }
}

/** The ids of layouts that a page's actions reference. */
const namedLayouts = ({ widgets }: ReadDocument): string[] =>
  widgets
    .flatMap(({ type, settings }) => actionsIn(WIDGET_FIELDS[type] ?? {}, settings))
    .flatMap(({ actions }) => actions.filter(isAction))
    .flatMap(({ props }) => ('layoutId' in props && props.layoutId ? [props.layoutId] : []))

interface ZoneDialogProps {
  zone: ReadWidget
  host: FieldsHost
  onWidget: (widget: ReadWidget) => void
  onClose: () => void
}

/** Fills the zone that an action targets, without leaving the action's form. */
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
      fit={fitOf(zone.settings)}
      host={host}
      onClose={onClose}
      onSave={(entries) => {
        onWidget({ ...zone, settings: { ...zone.settings, [name]: entries } })
        onClose()
      }}
    />
  )
}

/** Whether two documents have the same zones with the same content. */
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
