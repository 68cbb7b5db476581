import { BROKEN, Refusal } from '#content/uploads/probing/probe-verdict.ts'
import { watchLimits } from '#lib/work/limit-watch.ts'
import type { DrawAnswer, DrawWork } from './api.ts'
import { countPages, drawPage } from './draw-page.ts'
import { drawSheet } from './draw-sheet.ts'

/** Maximum bytes of memory of the whole process. */
const MEMORY_LIMIT = 1024 * 2 ** 20
/** Maximum processor seconds per page. */
const CPU_LIMIT = 10

const begin = watchLimits({ memory: MEMORY_LIMIT, cpu: CPU_LIMIT })
process.on('message', async (work: DrawWork) => {
  begin()
  process.send?.(await draw(work))
})
process.on('disconnect', () => process.exit())
// A damaged part of a page may reject outside the render call; the limits bound its cost.
process.on('unhandledRejection', () => {})

async function draw(work: DrawWork): Promise<DrawAnswer> {
  try {
    if ('sheet' in work) return { pdf: await drawSheet(work.sheet) }
    const { path, page, side } = work
    return page === null ? { pages: await countPages(path) } : { drawn: await drawPage(path, page, side) }
  } catch (error) {
    return { refused: error instanceof Refusal ? error.message : BROKEN }
  }
}
