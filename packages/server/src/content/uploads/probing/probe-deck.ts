import { text } from 'node:stream/consumers'
import { DECK_TYPES } from '@vitrine/contract/api/content/conversions/decks'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type FileFacts, Refusal } from './probe-verdict.ts'

const factsOf = (mimetype: string): FileFacts => ({
  kind: 'deck',
  mimetype,
  width: null,
  height: null,
  duration: null,
  codec: null,
})

/** Accepts any PDF: the process that renders its pages reads the contents. */
export const probePdf = async (): Promise<FileFacts> => factsOf(DECK_TYPES.pdf)

/** Entries that distinguish Office files from web packages. */
const MARKS: Readonly<Record<string, string>> = {
  'ppt/presentation.xml': DECK_TYPES.pptx,
  'word/document.xml': 'other',
  'xl/workbook.xml': 'other',
}
/** Maximum entries to examine; slides with hundreds of images have several thousand. */
const ENTRIES = 20_000
/** Maximum bytes of the entry with the type in OpenDocument. */
const TYPE_BYTES = 200

/** Detects slides by the entries of the archive; undefined for other archives, which may be web packages. */
export async function probeSlides(path: string): Promise<FileFacts | undefined> {
  const zip = await openPromise(path, { autoClose: false }).catch(() => undefined)
  if (!zip) return undefined
  let found: string | undefined
  try {
    let seen = 0
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === 'index.html' || ++seen > ENTRIES) return undefined
      found ??= entry.fileName === 'mimetype' ? await openDocument(zip, entry) : MARKS[entry.fileName]
    }
  } catch {
    return undefined
  } finally {
    zip.close()
  }
  if (found === 'other') throw new Refusal('is a document. Save it as PDF and upload that.')
  return found === undefined ? undefined : factsOf(found)
}

/** The declared type of an OpenDocument archive. */
async function openDocument(zip: ZipFile, entry: Entry): Promise<string | undefined> {
  if (entry.uncompressedSize > TYPE_BYTES) return undefined
  const type = (await text(await zip.openReadStreamPromise(entry))).trim()
  if (type === DECK_TYPES.odp) return type
  return type.startsWith('application/vnd.oasis.opendocument.') ? 'other' : undefined
}

/** The container of older Office files, and of newer password-protected ones. */
export async function refuseOldOffice(): Promise<never> {
  throw new Refusal('is an old Office file or has a password. Save it as PDF and upload that.')
}
