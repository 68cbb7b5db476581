import { BROKEN, Refusal } from '#content/uploads/probing/probe-verdict.ts'
import { watchLimits } from '#lib/work/limit-watch.ts'
import type { DecodeAnswer } from './api.ts'
import { decodeHeic } from './decode-heic.ts'

/** Maximum bytes of memory of the whole process: 48 megapixels need 1.3 GB. */
const MEMORY_LIMIT = 1536 * 2 ** 20
/** Maximum processor seconds per photo. */
const CPU_LIMIT = 20

const begin = watchLimits({ memory: MEMORY_LIMIT, cpu: CPU_LIMIT })
process.on('message', async ({ path }: { path: string }) => {
  begin()
  process.send?.(await decode(path))
})
process.on('disconnect', () => process.exit())
// The decoder may fail outside the call; the limits bound its cost.
process.on('unhandledRejection', () => {})

async function decode(path: string): Promise<DecodeAnswer> {
  try {
    return { photo: await decodeHeic(path) }
  } catch (error) {
    return { refused: error instanceof Refusal ? error.message : BROKEN }
  }
}
