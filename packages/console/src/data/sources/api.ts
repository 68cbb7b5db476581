import {
  SOURCE_FILE_MAX,
  type Source,
  type SourceKind,
  type SourcePreview,
} from '@vitrine/contract/api/data/sources'
import { SOURCE_NAME } from '@vitrine/contract/document/source-data'
import { searchKey } from '@vitrine/contract/search-key'
import { api } from '#lib/api.ts'
import { suggestedZone } from '#lib/text/time-zone.ts'

/** A sheet or calendar from this device, as calls carry it. */
export interface Sheet {
  /** Without its ending, as a data source may be called. */
  name: string
  kind: SourceKind
  file: { name: string; content: string }
}

/** The content of a file as Base64. */
export const contentOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

export const isTooLarge = (file: Blob): boolean => file.size > SOURCE_FILE_MAX

export async function sheetOf(file: File, kind: SourceKind): Promise<Sheet> {
  return { name: nameOf(file), kind, file: { name: file.name.slice(0, 200), content: await contentOf(file) } }
}

let offered: Sheet | undefined
/** Hands a sheet to the page that creates data sources; undefined takes it back. */
export const offerSheet = (sheet: Sheet | undefined): void => {
  offered = sheet
}
export const offeredSheet = (): Sheet | undefined => offered

const NAME_MAX = 60
/** Up to the last character that can end a name. */
const WITH_END = /^.*[\p{L}\p{M}\p{N})+]/u

/** The closest name that a data source can have. */
function nameOf({ name }: File): string {
  const text = name
    .replace(/\.\w{2,5}$/, '')
    .replace(/[^\p{L}\p{M}\p{N} ._&'()+-]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, NAME_MAX)
  const plain = WITH_END.exec(text)?.[0] ?? ''
  return SOURCE_NAME.test(plain) ? plain : 'Sheet'
}

const readingOf = ({ kind, file }: Sheet) => ({
  ...{ kind, file, url: '', path: '', sheet: '', stop: '', days: 30 },
  timezone: suggestedZone(),
})

export const previewSheet = (sheet: Sheet, signal: AbortSignal): Promise<SourcePreview> =>
  api.sources.preview({ body: readingOf(sheet) }, { signal })

/** The uploaded source of this name, whose rows another version of the sheet replaces. */
export const sameSheet = (sources: readonly Source[], { name }: Sheet): Source | undefined =>
  sources.find((source) => !source.hasUrl && searchKey(source.name) === searchKey(name))

/** Stores a sheet as a data source: another version of one with its name, or a new one. */
export async function saveSheet(sheet: Sheet, organizationId: string): Promise<Source> {
  const { sources } = await api.sources.list()
  const own = sources.filter((source) => source.organizationId === organizationId)
  const same = sameSheet(own, sheet)
  const every = 15
  if (same) {
    const body = { ...readingOf(sheet), name: same.name, every, version: same.version }
    return (await api.sources.update({ params: { id: same.id }, body })).source
  }
  const taken = new Set(own.map(({ name }) => searchKey(name)))
  const names = Array.from({ length: own.length + 1 }, (_, index) =>
    index === 0 ? sheet.name : `${sheet.name.slice(0, NAME_MAX - 4)} ${index + 1}`,
  )
  const name = names.find((one) => !taken.has(searchKey(one))) ?? sheet.name
  return (await api.sources.create({ body: { ...readingOf(sheet), name, every, organizationId } })).source
}
