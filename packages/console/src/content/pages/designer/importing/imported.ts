import { DOCUMENT_BYTES } from '@vitrine/contract/body-limits'
import { newWidget, type ReadWidget, WIDGETS_MAX } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import i18next from 'i18next'
import { uploadNow } from '#content/media/upload/api.ts'
import { documentOf, freeName, namesOf, type Page, withAdded } from '#content/pages/designer/state/page.ts'
import { newId } from '#lib/browser/new-id.ts'
import { queries } from '#lib/query.ts'
import { mediaItemQuery } from '#queries/media.ts'
import type { DrawingSource } from './drawing-source.ts'
import { Refused, type Report } from './drawn-item.ts'
import { type Placed, placeItems } from './place-items.ts'

/** A way to import a page of a file, and the page of the designer with it. */
export interface Imported extends Placed {
  page: Page
  report?: Report
}

interface Wanted {
  page: Page
  source: DrawingSource
  /** Of the file, from 1. */
  number: number
  name: string
  /** Whether the page gets the file's shape. */
  takesShape: boolean
  /** Whether files may be uploaded. */
  mayStore: boolean
}

/** The page with the shapes and texts of a drawing. Throws `Refused`. */
export async function asShapes({ source, number, name, mayStore, ...wanted }: Wanted): Promise<Imported> {
  const drawing = await source.read(number)
  const page = wanted.takesShape ? inShape(wanted.page, drawing) : wanted.page
  if (!mayStore) {
    const kept = drawing.items.filter(({ kind }) => kind !== 'picture')
    if (kept.length < drawing.items.length)
      drawing.report.note('pictures', drawing.items.length - kept.length)
    drawing.items = kept
  }
  const group = freeName(new Set(page.widgets.flatMap((widget) => widget.group ?? [])), name)
  const where = {
    page,
    names: namesOf(page),
    group,
    fills: page.widgets.length === 0,
    locale: i18next.language,
  }
  const placed = await placeItems(drawing, where)
  if (page.widgets.length + placed.widgets.length > WIDGETS_MAX) throw new Refused('widgets')
  const whole = withAdded(page, placed.widgets)
  if (JSON.stringify(documentOf(whole, WIDGET_FIELDS)).length > DOCUMENT_BYTES * 0.9)
    throw new Refused('widgets')
  return { ...placed, page: whole, report: drawing.report }
}

/** The page with a drawing as one picture. */
export async function asPicture({ source, number, ...wanted }: Wanted): Promise<Imported> {
  const { file, width, height } = await source.picture(number)
  const page = wanted.takesShape ? inShape(wanted.page, { width, height }) : wanted.page
  const whole = Math.min(page.width / width, page.height / height)
  const scale = page.widgets.length === 0 ? whole : Math.min(1, whole)
  // Without a gap of a rounded pixel at the page's edge.
  const side = (own: number, most: number) =>
    Math.abs(own * scale - most) < 2 ? most : Math.max(20, Math.round(own * scale))
  const size = { width: side(width, page.width), height: side(height, page.height) }
  const id = newId()
  const widget: ReadWidget = newWidget(
    {
      id: newId(),
      type: 'media-looper',
      name: freeName(namesOf(page), wanted.name),
      zIndex: 1,
      x: Math.round((page.width - size.width) / 2),
      y: Math.round((page.height - size.height) / 2),
      ...size,
    },
    WIDGET_FIELDS,
  )
  const widgets = [
    { ...widget, settings: { ...widget.settings, media: [{ mediaId: id, duration: 0 }], fit: 'stretch' } },
  ]
  return { widgets, files: new Map([[id, file]]), page: withAdded(page, widgets) }
}

/** The same longer side, in the shape of a drawing. */
function inShape(page: Page, { width, height }: { width: number; height: number }): Page {
  const scale = Math.max(page.width, page.height) / Math.max(width, height)
  const side = (length: number) => Math.max(100, Math.round(length * scale))
  const { shape: _, ...fixed } = page
  return { ...fixed, width: side(width), height: side(height) }
}

/** Uploads its files; undefined if not all of them could be stored, which the uploads say. */
export async function stored({
  page,
  widgets,
  files,
}: Imported): Promise<{ page: Page; ids: string[] } | undefined> {
  const media = await uploadNow([...files.values()])
  if (media.length < files.size) return undefined
  for (const one of media) queries.setQueryData(mediaItemQuery(one.id).queryKey, one)
  const byTemporary = new Map([...files.keys()].map((id, index) => [id, media[index]?.id ?? id]))
  const ids = widgets.map(({ id }) => id)
  const withMedia = (widget: ReadWidget): ReadWidget => {
    const [entry] = (widget.settings.media as { mediaId: string }[] | undefined) ?? []
    const mediaId = entry && byTemporary.get(entry.mediaId)
    return mediaId ? { ...widget, settings: { ...widget.settings, media: [{ ...entry, mediaId }] } } : widget
  }
  return {
    page: { ...page, widgets: page.widgets.map((one) => (ids.includes(one.id) ? withMedia(one) : one)) },
    ids,
  }
}
