import type { Media } from '@vitrine/contract/api/content/media'
import { newWidget, type ReadWidget, WIDGETS_MAX } from '@vitrine/contract/document/layout-document'
import type { FieldOf } from '@vitrine/contract/fields/field'
import { can } from '@vitrine/contract/permissions'
import { definitionOf, WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { fittedLetters, fittedSize } from '@vitrine/widgets/fit-to-page'
import i18next from 'i18next'
import { uploadNow } from '#content/media/upload/api.ts'
import { freePlace } from '#content/pages/designer/geometry/free-place.ts'
import type { Point, Size } from '#content/pages/designer/geometry/rect.ts'
import { toPage } from '#content/pages/designer/geometry/view.ts'
import { freeName, namesOf, withAdded } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { pasteCells } from '#fields/controls/paste-cells.ts'
import { api } from '#lib/api.ts'
import { newId } from '#lib/browser/new-id.ts'
import { queries } from '#lib/query.ts'
import { isDrawing, recognize } from '#lib/recognize-file.ts'
import { session } from '#lib/session/session.ts'
import { currentOrganizationId } from '#lib/session/view-as.ts'
import { failureText } from '#lib/text/error-text.ts'
import { listText } from '#lib/text/format.ts'
import { notify } from '#lib/toasts.ts'
import { mediaItemQuery, mediaKey } from '#queries/media.ts'
import { type PastedPart, partsOf } from './pasted-parts.ts'
import type { Transfer } from './transfer.ts'

/** A widget that isn't placed yet. */
interface Made {
  type: 'text' | 'media-looper'
  label: string
  size: Size
  settings: object
}

/** The most of the page's sides that a picture or a list takes. */
const MOST = 0.6

/**
 * Adds what was pasted or dropped to the page, as one step: around the point, or the middle of the view, without overlap.
 * Files and addresses are stored in the media library first.
 */
export async function placeTransfer(designer: Designer, transfer: Transfer, at?: Point): Promise<void> {
  const parts = partsOf(transfer)
  if (parts.length === 0) return
  const [only, ...more] = parts.flatMap((part) => (part.kind === 'files' ? part.files : []))
  // A drawing can be taken apart: the dialog asks.
  if (only && parts.length === 1 && more.length === 0 && isDrawing(only)) {
    designer.set({ importing: { file: only } })
    return
  }
  if (parts.some(({ kind }) => kind === 'files' || kind === 'link') && !mayStore())
    return notify({ kind: 'negative', message: i18next.t('drop.viewOnly') })
  const made: Made[] = []
  for (const part of parts) made.push(...(await makeOf(part, designer.state.page)))
  place(designer, made, at)
}

function mayStore(): boolean {
  const { profile } = session.get()
  return profile !== null && profile !== undefined && can(profile, 'write', 'media')
}

async function makeOf(part: PastedPart, page: Size): Promise<Made[]> {
  if (part.kind === 'text') return [textOf({ text: part.text }, page)]
  if (part.kind === 'rows') return [textOf({ rows: rowsOf(part.lines) }, page, part.lines.length)]
  const media = part.kind === 'files' ? await storeFiles(part.files) : await storePage(part.address)
  for (const one of media) queries.setQueryData(mediaItemQuery(one.id).queryKey, one)
  return media.map((one) => zoneOf(one, page))
}

/** Pictures and videos; of others, the names are said. */
async function storeFiles(files: readonly File[]): Promise<readonly Media[]> {
  const kinds = await Promise.all(files.map((file) => recognize(file)))
  const isShown = (_: File, index: number) => kinds[index] === 'picture' || kinds[index] === 'video'
  const others = files.filter((file, index) => !isShown(file, index)).map(({ name }) => name)
  if (others.length > 0)
    notify({
      kind: 'negative',
      message: i18next.t('designer.notPlaced', { names: listText(others.slice(0, 5)) }),
    })
  return uploadNow(files.filter(isShown))
}

async function storePage(address: string): Promise<readonly Media[]> {
  const { host } = new URL(address)
  const settings = { refreshSeconds: 0, zoom: 100, folderId: null }
  try {
    const body = {
      name: `${host} ${newId().slice(-4)}`,
      address,
      ...settings,
      organizationId: currentOrganizationId(),
    }
    const { media } = await api.webMedia.create({ body })
    void queries.invalidateQueries({ queryKey: mediaKey })
    return [media]
  } catch (error) {
    notify({ kind: 'negative', message: failureText(error, 'errors.updateMedia') })
    return []
  }
}

const ROWS = WIDGET_FIELDS.text?.rows as FieldOf<'group'>

/** Three columns fit a list: those between the first and the last are its note. */
function rowsOf(lines: readonly (readonly string[])[]) {
  const fitted = lines.map((line) => {
    const [first = '', ...others] = line
    const last = others.pop() ?? ''
    return line.length > 3 ? [first, others.filter(Boolean).join(' · '), last] : line
  })
  const text = fitted
    .map((line) => line.map((cell) => cell.replaceAll(/[\t\n"]/g, ' ')).join('\t'))
    .join('\n')
  return pasteCells([], ROWS.item, { row: 0, column: 0 }, text, { max: ROWS.max ?? 60 })
}

/** The share of the page's height that a row of a list needs. */
const ROW = 1 / 12

function textOf(content: object, page: Size, rows = 0): Made {
  const { label = '', fit, size = page } = definitionOf('text') ?? {}
  const { width, height } = fit ? fittedSize(fit, page) : size
  const least = Math.round(page.height * Math.min(MOST, rows * ROW))
  return { type: 'text', label, size: { width, height: rows > 0 ? least : height }, settings: content }
}

function zoneOf({ id, name, width, height }: Media, page: Size): Made {
  const own = { width: width || page.width, height: height || page.height }
  const scale = Math.min(1, (page.width * MOST) / own.width, (page.height * MOST) / own.height)
  const size = {
    width: Math.max(20, Math.round(own.width * scale)),
    height: Math.max(20, Math.round(own.height * scale)),
  }
  return { type: 'media-looper', label: name, size, settings: { media: [{ mediaId: id, duration: 0 }] } }
}

function place(designer: Designer, all: readonly Made[], at: Point | undefined): void {
  const { page, view, viewport } = designer.state
  const made = all.slice(0, Math.max(0, WIDGETS_MAX - page.widgets.length))
  if (made.length < all.length) designer.request('full')
  if (made.length === 0) return
  const around = at ?? toPage(view, { x: viewport.width / 2, y: viewport.height / 2 })
  const names = namesOf(page)
  const added: ReadWidget[] = []
  for (const { type, label, size, settings } of made) {
    const name = freeName(names, label)
    names.add(name)
    const rect = freePlace(size, page, [...page.widgets, ...added], around)
    const widget = newWidget({ id: newId(), type, name, zIndex: 1, ...rect }, WIDGET_FIELDS)
    const all = { ...widget.settings, ...definitionOf(type)?.starts, ...settings }
    added.push({ ...widget, settings: fittedLetters(type, all, page) })
  }
  designer.commit(withAdded(page, added), { name: 'paste', count: added.length })
  designer.select(added.map(({ id }) => id))
}
