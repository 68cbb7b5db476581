/** A part of the program that does not arrive within this time counts as failed. */
export const CHUNK_TIMEOUT_MS = 120_000

export class ChunkError extends Error {}

/** Waits for an unreachable server, and returns whether it was. Before the login there is no waiting. */
let awaitServer = async () => false
export function setServerWait(wait: () => Promise<boolean>): void {
  awaitServer = wait
}

/** Loads a part of the program: `loadChunk(() => import('…'))`. Where the server is away, it comes when that is back. */
export async function loadChunk<M>(load: () => Promise<M>, timeoutMs = CHUNK_TIMEOUT_MS): Promise<M> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkError('A part of the program did not arrive in time')),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([load().catch(failed), tooLate])
  } catch (error) {
    if (await awaitServer()) return loadChunk(load, timeoutMs)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function failed(cause: unknown): never {
  throw new ChunkError('A part of the program could not be loaded', { cause })
}
