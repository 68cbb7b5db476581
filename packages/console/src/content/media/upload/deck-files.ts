import type { Conversion } from '@vitrine/contract/api/content/conversions/conversions'
import i18next from 'i18next'
import { api, MAX_REQUEST, upload } from '#lib/api.ts'
import { newId } from '#lib/browser/new-id.ts'
import { ApiError } from '#lib/server/transport.ts'
import { sendFile } from './send-file.ts'

/** Polling intervals of a conversion, and after a failed request, in milliseconds. */
const LOOK = 600
const LOOK_AGAIN = 3000
/** The upload's share of a file's progress; rendering its pages is the rest. */
const UPLOADED = 0.3

/** Started conversions by file key: a retry resumes one instead of creating the pages twice. */
const conversions = new Map<string, string>()

export const hasConversion = (key: string): boolean => conversions.has(key)

/** The server couldn't convert a file; the message is the server's. */
export class DeckFailed extends Error {}

/** Room in a request for boundaries and names. */
const FORM_BYTES = 2 ** 20

/** The first page of a PDF as a picture's URL; undefined for slides, and for files that upload in parts. */
export async function firstPageOf(
  file: File,
  signal: AbortSignal,
): Promise<{ src: string; pages: number } | undefined> {
  const isPdf = (await file.slice(0, 1024).text()).includes('%PDF-')
  if (!isPdf || file.size > MAX_REQUEST - FORM_BYTES) return undefined
  const form = new FormData()
  form.append('media', file, file.name)
  const { picture, mimetype, pages } = await upload(api.decks.preview.route, {}, form, { signal })
  return { src: `data:${mimetype};base64,${picture}`, pages }
}

export interface Converting {
  /** Seconds per page of a storyboard to create; null creates none. */
  seconds: number | null
  /** Progress of upload and conversion, 0 to 1. */
  onShare: (share: number) => void
  /** Describes the current step. */
  onStep: (text: string) => void
  signal: AbortSignal
}

/** Uploads a PDF or slide deck (a file, or the id of an uploaded one), and waits until its pages are in the library. */
export async function convertDeck(
  { key, file, name }: { key: string; file: File | string; name: string },
  { folderId, organizationId }: { folderId: string; organizationId: string },
  { seconds, onShare, onStep, signal }: Converting,
): Promise<Conversion> {
  let id = conversions.get(key)
  if (id === undefined) {
    const form = new FormData()
    form.append('folderId', folderId)
    form.append('organizationId', organizationId)
    if (seconds !== null) form.append('storyboard', String(seconds))
    const onSent = (share: number) => onShare(share * UPLOADED)
    append(
      form,
      typeof file === 'string'
        ? file
        : await sendFile(file, { onShare: onSent, onWaiting: () => {}, signal }),
      name,
    )
    const { conversion } = await upload(api.decks.create.route, {}, form, {
      signal,
      key: newId(),
      onProgress: ({ loaded, total }) => onShare(total > 0 ? (loaded / total) * UPLOADED : 0),
    })
    id = conversion.id
    conversions.set(key, id)
  }
  const onPages = (share: number, text: string) => {
    onShare(UPLOADED + (1 - UPLOADED) * share)
    onStep(text)
  }
  const ended = await followConversion(id, { onPages, signal }).catch((error) => {
    conversions.delete(key)
    throw error
  })
  if (ended.state === 'done') return ended
  conversions.delete(key)
  throw new DeckFailed(ended.error ?? i18next.t('serverErrors.upload'))
}

export function append(form: FormData, file: File | string, name: string): void {
  if (typeof file === 'string') form.append('media', file)
  else form.append('media', file, name)
}

interface Following {
  onPages: (share: number, text: string) => void
  signal: AbortSignal
}

/**
 * Waits until a conversion has ended or needs a decision. Aborting `signal` cancels it; while the server is
 * unreachable, polling continues.
 */
export async function followConversion(id: string, { onPages, signal }: Following): Promise<Conversion> {
  for (;;) {
    const conversion = await look(id, signal)
    if (conversion && !isRunning(conversion)) return conversion
    if (conversion) onPages(shareOf(conversion), stepOf(conversion))
    await pause(conversion ? LOOK : LOOK_AGAIN, signal)
    if (!signal.aborted) continue
    await api.conversions.cancel({ params: { id } }).catch(() => {})
    throw signal.reason
  }
}

/** Undefined if the server is unreachable or busy. */
async function look(id: string, signal: AbortSignal): Promise<Conversion | undefined> {
  try {
    return (await api.conversions.get({ params: { id } }, { signal })).conversion
  } catch (error) {
    if (signal.aborted) return undefined
    const isPassing =
      error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
    if (!isPassing) throw error
    return undefined
  }
}

const isRunning = ({ state }: Conversion): boolean => state === 'waiting' || state === 'running'

const shareOf = ({ done, total }: Conversion): number => (total ? done / total : 0)

export function stepOf({ state, kind, done, total }: Conversion): string {
  if (state === 'waiting') return i18next.t('conversion.waiting')
  if (total === null) return i18next.t('conversion.opening')
  return kind === 'deck'
    ? i18next.t('conversion.page', { page: Math.min(done + 1, total), total })
    : i18next.t('conversion.percent', { percent: done })
}

/** Resolves early when `signal` aborts. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
