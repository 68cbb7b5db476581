import type { SourcePreview } from '@vitrine/contract/api/data/sources'
import { isWebAddress, readWebAddress } from '@vitrine/contract/sites/web-address'
import { isTooLarge, previewSheet, type Sheet, sheetOf } from '#data/sources/api.ts'
import type { Dropped } from '#lib/dropped-files.ts'
import { type FileKind, linkIn, recognize } from '#lib/recognize-file.ts'
import { compareNames } from '#lib/text/compare-names.ts'

import { takenAt } from './taken-at.ts'

/** Files of a slide show at most: `SLIDES_MAX` of the contract. */
const SLIDES = 100

/** What was dropped, as it will be on screens. */
export type Arrival =
  | { as: 'file' | 'deck'; name: string; file: File }
  /** Pictures and videos in the order in which they were taken. */
  | { as: 'slides'; name: string; files: readonly File[] }
  | { as: 'board'; name: string; sheet: Sheet; table: SourcePreview }
  | { as: 'page'; name: string; address: string }

/** A file that isn't shown, and why. */
interface LeftOut {
  name: string
  why: 'unknown' | 'xls' | 'document' | 'audio' | 'separately' | 'empty' | 'large' | 'many' | 'unreadable'
}

export interface Arrived {
  arrival: Arrival | undefined
  leftOut: readonly LeftOut[]
}

/** A file with what it is. */
interface Known {
  file: File
  kind: FileKind
}

/** What a drop becomes: one thing. Pictures and videos together are a slide show. */
export async function arrive({ files, text }: Dropped, signal: AbortSignal): Promise<Arrived> {
  if (files.length === 0) return { arrival: pageAt(text), leftOut: [] }
  const known: Known[] = []
  const leftOut: LeftOut[] = []
  for (const file of files) {
    const kind = file.size === 0 ? 'empty' : await recognize(file).catch(() => 'unreadable' as const)
    if (kind === 'empty' || kind === 'unreadable') leftOut.push({ name: file.name, why: kind })
    else known.push({ file, kind })
  }
  const shown = known.filter(({ kind }) => kind === 'picture' || kind === 'video')
  if (shown.length > 1) {
    const ordered = await inOrder(shown.map(({ file }) => file))
    leftOut.push(
      ...whyNot(known, shown),
      ...ordered.slice(SLIDES).map(({ name }) => ({ name, why: 'many' as const })),
    )
    const [first] = ordered
    return { arrival: { as: 'slides', name: first?.name ?? '', files: ordered.slice(0, SLIDES) }, leftOut }
  }
  const one = shown[0] ?? known.find(({ kind }) => KINDS.includes(kind))
  leftOut.push(...whyNot(known, one ? [one] : []))
  const arrival = one && (await arrivalOf(one, signal))
  if (arrival && 'why' in arrival) return { arrival: undefined, leftOut: [...leftOut, arrival] }
  return { arrival, leftOut }
}

/** Kinds that become something alone. */
const KINDS: readonly FileKind[] = ['deck', 'xlsx', 'csv', 'ical', 'package', 'link']

async function arrivalOf({ file, kind }: Known, signal: AbortSignal): Promise<Arrival | LeftOut | undefined> {
  const { name } = file
  if (kind === 'link') return pageAt(await file.text())
  if (kind === 'deck') return { as: 'deck', name, file }
  if (kind !== 'xlsx' && kind !== 'csv' && kind !== 'ical') return { as: 'file', name, file }
  if (isTooLarge(file)) return { name, why: 'large' }
  const sheet = await sheetOf(file, kind)
  return { as: 'board', name: sheet.name, sheet, table: await previewSheet(sheet, signal) }
}

function whyNot(known: readonly Known[], shown: readonly Known[]): LeftOut[] {
  return known
    .filter((one) => !shown.includes(one))
    .map(({ file: { name }, kind }) => ({
      name,
      why:
        kind === 'xls' || kind === 'document' || kind === 'audio' || kind === 'unknown' ? kind : 'separately',
    }))
}

function pageAt(text: string): Arrival | undefined {
  const read = readWebAddress(linkIn(text) ?? '')
  return isWebAddress(read) ? { as: 'page', name: read.host, address: read.address } : undefined
}

/** As taken; photos of the same second by name. */
async function inOrder(files: readonly File[]): Promise<File[]> {
  const dated = await Promise.all(files.map(async (file) => ({ file, at: await takenAt(file) })))
  return dated.sort((a, b) => a.at - b.at || compareNames(a.file.name, b.file.name)).map(({ file }) => file)
}
