import { SOURCE_CELL_MAX } from '@vitrine/contract/api/data/sources'
import type { Entry, ZipFile } from 'yauzl'
import { isOn, readPart } from './xml-part.ts'

interface SheetEntry {
  name: string
  isHidden: boolean
  entry: Entry
}

/** What the cells of all sheets refer to. */
export interface Workbook {
  zip: ZipFile
  /** Worksheets in their order, without sheets of charts and macros. */
  sheets: SheetEntry[]
  /** Days count from 1904, as on old Macs. */
  is1904: boolean
  strings: string[]
  /** Number formats by cell style. */
  styles: { id: number; code: string | undefined }[]
}

interface Relation {
  id: string
  type: string
  path: string
}

export async function openWorkbook(zip: ZipFile, entries: readonly Entry[]): Promise<Workbook> {
  // Names of parts ignore case.
  const parts = new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry]))
  const part = (path: string) => parts.get(path.toLowerCase())
  const relations = async (of: string): Promise<Relation[]> => {
    const slash = of.lastIndexOf('/') + 1
    const entry = part(`${of.slice(0, slash)}_rels/${of.slice(slash)}.rels`)
    return entry ? readRelations(zip, entry, of) : []
  }
  const root = (await relations('')).find(({ type }) => type === 'officeDocument')
  const path = root?.path ?? 'xl/workbook.xml'
  const main = part(path)
  if (!main) throw new Error('No workbook')
  const related = await relations(path)
  const found: { name: string; isHidden: boolean; id: string | undefined }[] = []
  let is1904 = false
  await readPart(zip, main, {
    open: (element, { name = '', state = 'visible', id, date1904 }) => {
      if (element === 'workbookPr') is1904 = isOn(date1904)
      if (element === 'sheet') found.push({ name, isHidden: state !== 'visible', id })
    },
  })
  const sheets = found.flatMap(({ id, ...sheet }) => {
    const relation = related.find((each) => each.id === id && each.type === 'worksheet')
    const entry = relation && part(relation.path)
    return entry ? [{ ...sheet, entry }] : []
  })
  const only = (type: string) => part(related.find((each) => each.type === type)?.path ?? '')
  const strings = only('sharedStrings')
  const styles = only('styles')
  return {
    zip,
    sheets,
    is1904,
    strings: strings ? await readStrings(zip, strings) : [],
    styles: styles ? await readStyles(zip, styles) : [],
  }
}

async function readRelations(zip: ZipFile, entry: Entry, of: string): Promise<Relation[]> {
  const found: Relation[] = []
  await readPart(zip, entry, {
    open: (element, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (element !== 'Relationship' || mode === 'External') return
      const path = new URL(target, `http://workbook/${of}`).pathname.slice(1)
      // Two namespaces are in use, whose last words are the same.
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path: decodeURIComponent(path) })
    },
  })
  return found
}

async function readStrings(zip: ZipFile, entry: Entry): Promise<string[]> {
  const found: string[] = []
  const text = textReader()
  await readPart(zip, entry, {
    open: text.open,
    text: text.text,
    close: (element) => {
      text.close(element)
      if (element === 'si') found.push(text.take())
    },
  })
  return found
}

/** Collects the text of a string: all runs of a rich one, without the phonetic reading of Japanese. */
export function textReader() {
  let read = ''
  let isText = false
  let isPhonetic = false
  return {
    open: (element: string) => {
      if (element === 't') isText = !isPhonetic
      else if (element === 'rPh') isPhonetic = true
    },
    text: (piece: string) => {
      if (isText && read.length <= SOURCE_CELL_MAX) read += piece
    },
    close: (element: string) => {
      if (element === 't') isText = false
      else if (element === 'rPh') isPhonetic = false
    },
    take: () => {
      const whole = decoded(read)
      read = ''
      return whole
    },
  }
}

/** Characters that XML can't contain are written as `_x000D_`. */
export const decoded = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

async function readStyles(zip: ZipFile, entry: Entry): Promise<Workbook['styles']> {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let isCells = false
  await readPart(zip, entry, {
    open: (element, { numFmtId, formatCode = '' }) => {
      if (element === 'numFmt') codes.set(Number(numFmtId), decoded(formatCode))
      else if (element === 'cellXfs') isCells = true
      else if (element === 'xf' && isCells) ids.push(Number(numFmtId ?? 0))
    },
    close: (element) => {
      if (element === 'cellXfs') isCells = false
    },
  })
  return ids.map((id) => ({ id, code: codes.get(id) }))
}
