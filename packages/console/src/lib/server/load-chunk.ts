/** A chunk that doesn't load within this time has failed. */
export const CHUNK_TIMEOUT_MS = 120_000

export class ChunkError extends Error {}

/** Waits while the server is unreachable; returns whether it was. The login page doesn't wait. */
let awaitServer = async () => false
export function setServerWait(wait: () => Promise<boolean>): void {
  awaitServer = wait
}

/** Retries of a failed chunk while the server responds. */
const TRIES = 2

/** Loads a chunk: `loadChunk(() => import('…'))`. While the server is unreachable, waits until it is back. */
export async function loadChunk<M>(
  load: () => Promise<M>,
  timeoutMs = CHUNK_TIMEOUT_MS,
  tries = 0,
): Promise<M> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError()), timeoutMs)
  })
  try {
    return await Promise.race([load().catch(failed), tooLate])
  } catch (error) {
    if (await awaitServer()) return loadChunk(load, timeoutMs)
    if (!(error as Error).cause || tries === TRIES) throw error
    await new Promise((resolve) => setTimeout(resolve, 500))
    return loadChunk(() => reloadStyles().then(load), timeoutMs, tries + 1)
  } finally {
    clearTimeout(timer)
  }
}

function failed(cause: unknown): never {
  throw new ChunkError('', { cause })
}

/** The bundler's loader requests each stylesheet once, so a failed one would leave the chunk unstyled. */
const reloadStyles = async () =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
      (link) =>
        link.sheet ??
        new Promise((resolve, reject) => {
          const next = link.cloneNode() as HTMLLinkElement
          Object.assign(next, { onload: resolve, onerror: reject })
          link.after(next)
        }),
    ),
  )
