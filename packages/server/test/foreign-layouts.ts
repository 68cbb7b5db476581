// Layouts as Xibo exports them, in both public forms.
import type { ImportReport } from '@vitrine/contract/api/content/layout-imports'
import type { Layout } from '@vitrine/contract/api/content/layouts'
import { type ReadDocument, type ReadWidget, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type Caller, serverOf } from './harness.ts'
import { sendUpload } from './uploads.ts'
import { zipOf } from './zip.ts'

export type Options = Readonly<Record<string, string | null | undefined>>

export interface TestWidget {
  type: string
  seconds?: number
  ownLength?: boolean
  files?: number[]
  sounds?: number[]
  options?: Options
  more?: object
}

export interface TestRegion {
  name?: string
  box?: [x: number, y: number, width: number, height: number]
  z?: number
  type?: string
  drawer?: boolean
  actions?: object[]
  options?: Options
  widgets?: TestWidget[]
}

export interface TestFile {
  id: number
  file: string
  name?: string
  background?: boolean
  font?: boolean
  content?: Buffer | string
}

interface TestLayout {
  name?: string
  definitions?: object
  regions?: TestRegion[]
  files?: TestFile[]
  /** More files of the zip, by name. */
  parts?: Record<string, unknown>
}

const listed = (options: Options = {}, id: object = {}) =>
  Object.entries(options).map(([option, value]) => ({ ...id, type: 'attrib', option, value }))

const widgetOf = (
  { type, seconds = 10, ownLength, files = [], sounds = [], options, more }: TestWidget,
  n: number,
) => ({
  ...{ widgetId: n + 1, type, duration: seconds, displayOrder: n + 1, useDuration: ownLength ? 0 : 1 },
  ...{ calculatedDuration: seconds, fromDt: 0, toDt: 2_147_483_647, widgetOptions: listed(options) },
  ...{ mediaIds: [...files, ...sounds], audio: sounds.map((mediaId) => ({ mediaId })), actions: [] },
  ...more,
})

export const playlist = (playlistId: number, widgets: TestWidget[], more: object = {}) => ({
  ...{ playlistId, name: `Playlist ${playlistId}`, isDynamic: 0, tags: [], widgets: widgets.map(widgetOf) },
  ...more,
})

function regionOf(
  { name = '', box = [0, 0, 960, 540], z = 0, type, drawer, actions = [], options, widgets = [] }: TestRegion,
  n: number,
) {
  const [left, top, width, height] = box
  return {
    ...{ regionId: 100 + n, name, type, left, top, width, height, zIndex: z, isDrawer: drawer ? 1 : 0 },
    ...{ actions, regionOptions: listed(options), regionPlaylist: { widgets: widgets.map(widgetOf) } },
  }
}

const mappingOf = (files: readonly TestFile[]) =>
  files.map(({ id, file, name = file, background, font }) => ({
    ...{ file, name, type: font ? 'font' : 'image', duration: 10, tags: [] },
    ...(font ? { fontId: id } : { mediaid: id }),
    ...{ background: background ? 1 : 0, font: font ? 1 : 0 },
  }))

const libraryOf = (files: readonly TestFile[]) =>
  files.flatMap(({ file, content }) => (content === undefined ? [] : [{ name: `library/${file}`, content }]))

const partsOf = (parts: Record<string, unknown>) =>
  Object.entries(parts).map(([name, content]) => ({
    name,
    packed: true,
    content: typeof content === 'string' ? content : JSON.stringify(content),
  }))

/** With `layout.json`, as versions 1.8 to 4 do. */
export function jsonExport({
  name = 'Lobby',
  definitions,
  regions = [],
  files = [],
  parts = {},
}: TestLayout): Buffer {
  const all = regions.map(regionOf)
  const layout = {
    ...{ layout: name, description: '', regions: {}, drawers: {} },
    layoutDefinitions: {
      ...{
        layout: name,
        schemaVersion: 4,
        width: 1920,
        height: 1080,
        backgroundColor: '#102030',
        actions: [],
      },
      regions: all.filter(({ isDrawer }) => isDrawer === 0),
      drawers: all.filter(({ isDrawer }) => isDrawer === 1),
      ...definitions,
    },
  }
  return zipOf([
    ...partsOf({ 'layout.json': layout, 'mapping.json': mappingOf(files), ...parts }),
    ...libraryOf(files),
  ])
}

/** With `layout.xml`, as version 1.7 does. */
export const xmlExport = (xml: string, files: readonly TestFile[] = [], name = 'Old lobby'): Buffer =>
  zipOf([
    ...partsOf({
      'layout.json': { layout: name, description: '', regions: [] },
      'layout.xml': xml,
      'mapping.json': mappingOf(files),
    }),
    ...libraryOf(files),
  ])

interface Imported {
  layout: Layout
  read: ReadDocument
  report: ImportReport
  /** `region|kind|why`. */
  notes: string[]
}

/** Imports a zip: a dry run, which must change nothing and report the same, and the import. */
export async function importedLayout(caller: Caller, zip: Buffer): Promise<Imported> {
  const uploadId = await sendUpload(serverOf(caller), caller, zip)
  const ids = async () => (await caller.api.layouts.list()).layoutList.map(({ id }) => id)
  const before = await ids()
  const dry = await caller.api.layoutImports.import({ query: { dryRun: 'true' }, body: { uploadId } })
  if ((await ids()).join() !== before.join()) throw new Error('A dry run made a layout')
  const { id, report } = await caller.api.layoutImports.import({ body: { uploadId } })
  if (JSON.stringify(dry.report) !== JSON.stringify(report)) throw new Error('The dry run reported otherwise')
  const { layout } = await caller.api.layouts.get({ params: { id } })
  const notes = report.notes.map(({ region, kind, why }) => `${region}|${kind}|${why}`)
  return { layout, read: readDocument(layout, WIDGET_FIELDS), report, notes }
}

/** What a media zone plays. */
export const entriesOf = (widget: ReadWidget | undefined) =>
  (widget?.settings.media ?? []) as { mediaId: string; duration: number; fit?: string }[]
