import type { PartialUpload } from '@vitrine/contract/api/content/library/uploads'
import type { Media } from '@vitrine/contract/api/content/media'
import { api } from '#lib/api.ts'
import { sendInParts } from '#lib/server/resumable.ts'
import { convertDeck, hasConversion } from './deck-files.ts'
import { isDeck } from './looks-playable.ts'
import { LARGE } from './send-file.ts'
import { isSameFile } from './unfinished-uploads.tsx'
import { inRequests, problemOf, sendGroup } from './upload-requests.ts'
import type { ChosenFile } from './uploads-state.ts'

/** The server's limit per request. */
export const MAX_FILES = 30
/** Not every system knows the type of HEIC photos. */
const HEIC = '.heic,.heif,.hif'
/** For file choosers. */
export const ACCEPT_IMAGES = `image/*,${HEIC}`
export const ACCEPT_PICTURES = `image/*,video/*,${HEIC}`
export const ACCEPT_FONTS = '.woff2,.ttf,.otf'
/** Sheets and calendars can be chosen too: choosing them leads to where they belong. */
const DATA = '.csv,.tsv,.xlsx,.ics'
export const ACCEPT = `image/*,video/*,application/zip,.zip,audio/*,${ACCEPT_FONTS},application/pdf,.pdf,.pptx,.odp,${HEIC},${DATA}`

interface Sending {
  /** The idempotency key of a request with these files: the server creates the media once per key. */
  submission: (files: readonly ChosenFile[]) => string
  /** Gets each file's uploaded share (0 to 1). */
  onProgress: (shares: number[]) => void
  /** Gets a description of a file's processing on the server after its upload. */
  onStep: (index: number, text: string) => void
  onWaiting: (isWaiting: boolean) => void
  signal: AbortSignal
  /** Seconds per page of a storyboard of PDFs and slides; null creates none. */
  seconds: number | null
}

/** What became of the files of an upload, by index. */
export interface Outcome {
  /** The created media. */
  media: Media[]
  stored: ReadonlySet<number>
  /** Why single files weren't stored. */
  problems: ReadonlyMap<number, string>
  /** Why the upload ended early, for reasons that don't concern a single file. */
  failure?: unknown
}

/**
 * Large files are uploaded in parts first. PDFs and slides are converted to pictures one at a time; as few requests as
 * `MAX_REQUEST` allows then create media from the others. Files that can't be stored don't keep the others from it.
 * Throws only if it was aborted.
 */
export async function uploadFiles(
  files: readonly ChosenFile[],
  folderId: string | null,
  organizationId: string,
  sending: Sending,
): Promise<Outcome> {
  const { signal, seconds } = sending
  const sent = files.map(() => 0)
  const reportShare = (index: number, share: number) => {
    sent[index] = share
    sending.onProgress([...sent])
  }
  const place = { folderId: folderId ?? '', organizationId }
  const outcome = { media: [] as Media[], stored: new Set<number>(), problems: new Map<number, string>() }
  const numbered = files.map((chosen, index) => ({ ...chosen, index }))
  try {
    const waiting = numbered.filter(({ key }) => !hasConversion(key))
    const arrived = await sendLarge(waiting, sending, reportShare, outcome.problems)
    const isLeft = ({ index }: { index: number }) => !outcome.problems.has(index)
    for (const { key, file, index } of numbered.filter((each) => isDeck(each.file) && isLeft(each))) {
      const one = { key, file: arrived.get(index) ?? file, name: file.name }
      const onShare = (share: number) => reportShare(index, share)
      const onStep = (text: string) => sending.onStep(index, text)
      const problem = await convertDeck(one, place, { seconds, signal, onShare, onStep }).then(
        () => undefined,
        (error) => problemOf(error, 0),
      )
      if (problem === undefined) outcome.stored.add(index)
      else outcome.problems.set(index, problem)
    }
    const others = numbered.filter((each) => !isDeck(each.file) && isLeft(each))
    const requests = { ...place, arrived, reportShare, signal, submission: sending.submission }
    for (const group of await inRequests(others, arrived)) await sendGroup(group, requests, outcome)
    return outcome
  } catch (error) {
    if (signal.aborted) throw error
    return { ...outcome, failure: error }
  }
}

/** Uploads large files in parts, resuming earlier attempts; returns their ids by index. */
async function sendLarge(
  files: readonly { file: File; index: number }[],
  { signal, onWaiting }: Pick<Sending, 'signal' | 'onWaiting'>,
  reportShare: (index: number, share: number) => void,
  problems: Map<number, string>,
): Promise<Map<number, string>> {
  const arrived = new Map<number, string>()
  const large = files.filter(({ file }) => file.size > LARGE)
  const unfinished: PartialUpload[] =
    large.length > 0 ? (await api.media.uploads({}, { signal })).uploads : []
  for (const { file, index } of large) {
    // Two equal files each resume a separate upload.
    const at = unfinished.findIndex((each) => isSameFile(each, file))
    const [earlier] = at < 0 ? [] : unfinished.splice(at, 1)
    const onProgress = (loaded: number) => reportShare(index, loaded / file.size)
    try {
      const id = await sendInParts(file, earlier?.id, { name: file.name, signal, onProgress, onWaiting })
      reportShare(index, 1)
      arrived.set(index, id)
    } catch (error) {
      problems.set(index, problemOf(error, 0))
    }
  }
  return arrived
}
