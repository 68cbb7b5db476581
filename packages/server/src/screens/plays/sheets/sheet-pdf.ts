import { buffer } from 'node:stream/consumers'
import type { PlaySheet } from '@vitrine/contract/api/screens/play-sheets'
import { readRegion } from '#base/region.ts'
import type { BlobStore } from '#blobs/blob-store.ts'
import { drawSheet, type Sheet } from '#content/uploads/drawing/api.ts'
import type { Db } from '#db/schema.ts'
import type { Owner } from '#lib/work/turns.ts'
import type { SheetSubject } from './sheet.ts'
import { durationText, SHEET_TEXTS, sheetLanguage } from './sheet-texts.ts'

/** Maximum bytes of an image in a PDF. */
const IMAGE_BYTES = 2 * 2 ** 20

/** A sheet as a PDF, in a language. `reader` is bound to the organization. */
export async function sheetPdf(
  { blobs }: { blobs: BlobStore },
  reader: Db,
  owner: Owner,
  { sheet, subject, language }: { sheet: PlaySheet; subject: SheetSubject; language: string },
): Promise<Uint8Array> {
  const texts = SHEET_TEXTS[sheetLanguage(language)]
  const number = new Intl.NumberFormat(language)
  const moment = new Intl.DateTimeFormat(language, {
    timeZone: sheet.timezone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const short = new Intl.DateTimeFormat(language, { timeZone: 'UTC', day: 'numeric', month: 'short' })
  const sums = (rows: PlaySheet['screens'], empty: string) =>
    rows.map(({ name, plays, seconds }) => [name || empty, number.format(plays), durationText(seconds)])
  const columns = [texts.name, texts.plays, texts.duration]
  const most = Math.max(0, ...sheet.days.map(({ plays }) => plays))
  const drawing: Sheet = {
    title: sheet.name || texts.everything,
    lines: [
      sheet.organization,
      ...(sheet.customer ? [`${texts.customer}: ${sheet.customer}`] : []),
      `${periodText(language, sheet)} · ${sheet.timezone}`,
    ],
    logo: sheet.logoId === null ? null : await imageOf(blobs, reader, 'media', sheet.logoId),
    cover: await coverOf(blobs, reader, subject),
    figures: [
      { value: number.format(sheet.plays), name: texts.plays },
      { value: durationText(sheet.seconds), name: texts.duration },
      { value: number.format(sheet.screensCount), name: texts.screens },
      { value: number.format(sheet.places.filter(({ id }) => id !== '').length), name: texts.places },
    ],
    chart: {
      title: texts.perDay,
      bars: sheet.days.map(({ day, plays }) => ({ label: short.format(Date.parse(day)), value: plays })),
      most: number.format(most),
    },
    proofs: {
      title: texts.proofs,
      pictures: (await proofImages(reader, sheet)).map(({ bytes, deviceName, takenAt }) => ({
        bytes,
        text: `${deviceName} · ${moment.format(takenAt)}`,
      })),
    },
    tables: [
      { title: texts.byScreen, columns, rows: sums(sheet.screens, texts.unnamed) },
      ...(sheet.places.some(({ id }) => id !== '')
        ? [{ title: texts.byPlace, columns, rows: sums(sheet.places, texts.noPlace) }]
        : []),
    ],
    foot: texts.foot,
    isRtl: sheetLanguage(language) === 'ar',
  }
  return drawSheet(drawing, owner)
}

/** "Nov 16 – 22, 2026". */
export function periodText(language: string, { firstDay, lastDay }: Pick<PlaySheet, 'firstDay' | 'lastDay'>) {
  const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'medium' })
  return format.formatRange(Date.parse(firstDay), Date.parse(lastDay))
}

const proofImages = async (reader: Db, { proofs }: PlaySheet) => {
  if (proofs.length === 0) return []
  const rows = await reader
    .selectFrom('pictures')
    .select(['id', 'image'])
    .where(
      'id',
      'in',
      proofs.map(({ deviceId }) => deviceId),
    )
    .execute()
  const images = new Map(rows.map(({ id, image }) => [id, image]))
  return proofs.flatMap(({ deviceId, ...proof }) => {
    const image = images.get(deviceId)
    return image === undefined ? [] : [{ ...proof, bytes: new Uint8Array(Buffer.from(image, 'base64')) }]
  })
}

/** The thumbnail of the item, or of the first page of the storyboard. */
async function coverOf(
  blobs: BlobStore,
  reader: Db,
  { storyboardId, itemId }: SheetSubject,
): Promise<Uint8Array | null> {
  if (itemId !== undefined)
    return (await imageOf(blobs, reader, 'pages', itemId)) ?? imageOf(blobs, reader, 'media', itemId)
  if (storyboardId === undefined) return null
  const row = await reader
    .selectFrom('storyboards')
    .select('items')
    .where('id', '=', storyboardId)
    .executeTakeFirst()
  const items = row ? (JSON.parse(row.items) as { cardId?: string; layoutId?: string }[]) : []
  const first = items.find(({ cardId, layoutId }) => cardId ?? layoutId)
  const pageId = first?.cardId ?? first?.layoutId
  return pageId === undefined ? null : imageOf(blobs, reader, 'pages', pageId)
}

/** The thumbnail of a page or media item; null if there is none that is small enough. */
async function imageOf(
  blobs: BlobStore,
  reader: Db,
  table: 'pages' | 'media',
  id: string,
): Promise<Uint8Array | null> {
  const file = await reader
    .selectFrom(table)
    .innerJoin('thumbnails', 'thumbnails.id', `${table}.thumbnailId`)
    .select(['thumbnails.sha256', 'thumbnails.size'])
    .where(`${table}.id`, '=', id)
    .executeTakeFirst()
  if (!file || file.size > IMAGE_BYTES) return null
  try {
    return new Uint8Array(await buffer(await blobs.read(file.sha256)))
  } catch {
    return null
  }
}

/** The language of an organization's screens, which its reports speak too. */
export async function languageOf(reader: Db, organizationId: string): Promise<string> {
  const row = await reader
    .selectFrom('organizations')
    .select('region')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return readRegion(row?.region ?? null).language ?? 'en'
}
