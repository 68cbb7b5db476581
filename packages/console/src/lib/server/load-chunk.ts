/** A part of the program that does not arrive within this time counts as failed. */
export const CHUNK_TIMEOUT_MS = 120_000

export class ChunkError extends Error {}

/** Waits for an unreachable server, and returns whether it was. Before the login there is no waiting. */
let awaitServer = async () => false
export function setServerWait(wait: () => Promise<boolean>): void {
  awaitServer = wait
}

/** More tries for a part that got lost on the way, while the server answers. */
const TRIES = 2

/** Loads a part of the program: `loadChunk(() => import('…'))`. Where the server is away, it comes when that is back. */
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

/** The bundler's loader asks for each stylesheet once, and would draw the part without one that got lost. */
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
