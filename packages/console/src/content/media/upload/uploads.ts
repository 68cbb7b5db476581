import i18next from 'i18next'
import { newId } from '#lib/browser/new-id.ts'
import { queries } from '#lib/query.ts'
import { session } from '#lib/session/session.ts'
import { currentOrganizationId } from '#lib/session/view-as.ts'
import { failureText } from '#lib/text/error-text.ts'
import { listText } from '#lib/text/format.ts'
import { notify } from '#lib/toasts.ts'
import { mediaKey } from '#queries/media.ts'
import { type Outcome, uploadFiles } from './upload-files.ts'
import { type ChosenFile, isUploading, type UploadJob, uploads } from './uploads-state.ts'

/** State of a job that the interface doesn't need. */
interface Sending {
  controller: AbortController
  /** Idempotency keys by the files of a request; other files get another one. */
  submissions: Map<string, string>
}

const sendings = new Map<string, Sending>()

const find = (id: string): UploadJob | undefined => uploads.getState().jobs.find((job) => job.id === id)

const change = (id: string, next: Partial<UploadJob>): void =>
  uploads.setState(({ jobs }) => ({ jobs: jobs.map((job) => (job.id === id ? { ...job, ...next } : job)) }))

/** Uploads files in the background, across screens; returns the job's id. */
export function startUpload(
  files: readonly ChosenFile[],
  folderId: string | null,
  seconds: number | null,
): string {
  const job: UploadJob = {
    id: newId(),
    folderId,
    // Switching the organization later must not redirect the upload.
    organizationId: currentOrganizationId(),
    files,
    seconds,
    ...FRESH,
    watched: false,
  }
  uploads.setState(({ jobs }) => ({ jobs: [...jobs, job] }))
  sendings.set(job.id, { controller: new AbortController(), submissions: new Map() })
  void run(job)
  return job.id
}

const FRESH = {
  state: 'sending',
  shares: [],
  steps: [],
  waiting: false,
  problem: undefined,
  problems: [],
  media: [],
  stored: 0,
} as const

/** Retries a failed upload; large files resume. */
export function retryUpload(id: string): void {
  const job = find(id)
  const sending = sendings.get(id)
  if (!job || !sending || job.state !== 'failed') return
  sendings.set(id, { ...sending, controller: new AbortController() })
  change(id, FRESH)
  void run(job)
}

/** Removes a file from a failed job; removing the last one removes the job. */
export function dropFailedFile(id: string, key: string): void {
  const job = find(id)
  if (job?.state !== 'failed') return
  if (job.files.length === 1) {
    forgetUpload(id)
    return
  }
  const index = job.files.findIndex((file) => file.key === key)
  change(id, {
    files: job.files.toSpliced(index, 1),
    problems: job.problems.toSpliced(index, 1),
    problem: undefined,
  })
}

/** Aborts a job and removes it from the tray. Uploaded parts of large files stay on the server. */
export function forgetUpload(id: string): void {
  sendings.get(id)?.controller.abort()
  sendings.delete(id)
  uploads.setState(({ jobs }) => ({ jobs: jobs.filter((other) => other.id !== id) }))
}

/** Moves a job from the tray to the upload screen, or back. */
export const watchUpload = (id: string, watched: boolean): void => change(id, { watched })

async function run({ id, files, folderId, organizationId, seconds }: UploadJob): Promise<void> {
  const sending = sendings.get(id)
  if (!sending) return
  const { controller, submissions } = sending
  const steps: string[] = []
  try {
    const outcome = await uploadFiles(files, folderId, organizationId, {
      submission: (some) => {
        const names = some.map(({ key }) => key).join()
        const key = submissions.get(names) ?? newId()
        submissions.set(names, key)
        return key
      },
      onProgress: (shares) => change(id, { shares }),
      onStep: (index, text) => {
        steps[index] = text
        change(id, { steps: [...steps] })
      },
      onWaiting: (waiting) => change(id, { waiting }),
      signal: controller.signal,
      seconds,
    })
    if (!controller.signal.aborted) end(id, files, outcome)
  } catch (error) {
    // It was stopped.
    if (!controller.signal.aborted)
      end(id, files, { media: [], stored: new Set(), problems: new Map(), failure: error })
  } finally {
    void queries.invalidateQueries({ queryKey: mediaKey })
  }
}

/** Stored files leave the job; the others stay, each with its problem. */
function end(id: string, files: readonly ChosenFile[], { media, stored, problems, failure }: Outcome): void {
  if (stored.size === files.length) {
    change(id, { state: 'done', waiting: false, media })
    notify({ kind: 'positive', message: i18next.t('media.uploaded', { count: files.length }) })
    return
  }
  const left = files.flatMap((chosen, index) =>
    stored.has(index) ? [] : [{ chosen, problem: problems.get(index) }],
  )
  const reason = failureText(failure, 'serverErrors.upload')
  const messages = left.flatMap(({ problem }) => problem ?? [])
  change(id, {
    ...{ state: 'failed', waiting: false, shares: [], steps: [], media },
    files: left.map(({ chosen }) => chosen),
    problems: left.map(({ problem }) => problem),
    problem: failure === undefined ? messages.join('\n') : reason,
    stored: stored.size,
  })
  const partly =
    stored.size === 0 ? [] : [i18next.t('uploads.partly', { stored: stored.size, total: files.length })]
  const names =
    left.length > 1 && failure === undefined ? [listOf(left.map(({ chosen }) => chosen.file.name))] : []
  notify({ kind: 'negative', message: [reason, ...partly, ...names].join('\n') })
}

/** Names in a notification before the rest is counted. */
const NAMED = 8

function listOf(names: readonly string[]): string {
  const more = names.length - NAMED
  const shown = names.slice(0, NAMED)
  return listText(more > 0 ? [...shown, i18next.t('media.replace.more', { count: more })] : shown)
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

// Closing the tab cancels uploads, so the browser asks first.
uploads.subscribe(() => {
  if (isUploading()) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
})

// Abort on logout: the next user must not see or control these uploads.
session.state.subscribe(({ token }) => {
  if (!token) for (const { id } of uploads.getState().jobs) forgetUpload(id)
})
