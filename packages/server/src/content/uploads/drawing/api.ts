import { AppError } from '#lib/errors.ts'
import { type Died, KillablePool } from '#lib/work/killable-pool.ts'
import { type Owner, Turns } from '#lib/work/turns.ts'
import type { DrawnPage } from './draw-page.ts'
import type { Sheet } from './draw-sheet.ts'

export type { DrawnPage } from './draw-page.ts'
export type { Sheet } from './draw-sheet.ts'

/** `page`: counted from 1; null returns the number of pages. `side`: pixels of the longer one. */
type PageWork = { path: string; page: number | null; side?: number | undefined }
export type DrawWork = PageWork | { sheet: Sheet }
export type DrawAnswer = { pages: number } | { drawn: DrawnPage } | { pdf: Uint8Array } | { refused: string }

/** A queue per page, so that a file of 300 pages delays another user's by one page only. */
const pool = new KillablePool<DrawWork, DrawAnswer>({
  script: new URL('./draw.worker.ts', import.meta.url),
  heap: 512,
  timeLimit: 60_000,
  turns: new Turns({
    atOnce: 2,
    slowAfter: 2000,
    slowAtOnce: 2,
    stopAfter: 15_000,
    waitingEach: 40,
    waitingTogether: 100,
  }),
})

const WHY: Record<Died, string> = {
  time: 'takes too long to render',
  memory: 'needs too much memory to render',
  unstarted: "can't be read",
}

/** Number of pages of a PDF. Throws UNSUPPORTED_MEDIA with a sentence for people, and TOO_MANY_REQUESTS. */
export async function countPages(path: string, owner: Owner): Promise<number> {
  const answer = await ask(owner, { path, page: null })
  if (!('pages' in answer)) throw new Error('Unexpected response from the rendering process')
  return answer.pages
}

/** Renders one page of a PDF as an image, in a killable process. Throws like `countPages`. */
export async function drawPage(path: string, page: number, owner: Owner, side?: number): Promise<DrawnPage> {
  const answer = await ask(owner, { path, page, side })
  if (!('drawn' in answer)) throw new Error('Unexpected response from the rendering process')
  return answer.drawn
}

/** Draws a report as a PDF. Throws like `countPages`. */
export async function drawSheet(sheet: Sheet, owner: Owner): Promise<Uint8Array> {
  const answer = await ask(owner, { sheet })
  if (!('pdf' in answer)) throw new Error('Unexpected response from the rendering process')
  return answer.pdf
}

async function ask(owner: Owner, work: DrawWork): Promise<Exclude<DrawAnswer, { refused: string }>> {
  const answer = await pool.ask(owner, work)
  if (typeof answer === 'string') throw new AppError('UNSUPPORTED_MEDIA', `${WHY[answer]}${pageOf(work)}`)
  if ('refused' in answer) throw new AppError('UNSUPPORTED_MEDIA', answer.refused)
  return answer
}

const pageOf = (work: DrawWork) => ('page' in work && work.page !== null ? ` (page ${work.page})` : '')
