import type { Connection } from '#downlink/connection.ts'
import type { Library } from '#downlink/library.ts'
import type { Packages } from '#downlink/packages.ts'
import type { Director } from '#stage/director.ts'

/** By then, packages have restarted after their process died. */
const RESTARTED_MS = 2000

interface Parts {
  library: Pick<Library, 'latest' | 'ready' | 'progress' | 'tryAgain'>
  /** Of the stage, and of layers. */
  directors: readonly Pick<Director, 'tryAgain'>[]
  connection: Pick<Connection, 'connected' | 'apart'>
  packages: Pick<Packages, 'onDied'>
}

type Retried = Omit<Parts, 'directors'> & { director: Pick<Director, 'tryAgain'> }

/** Retries pages and downloads that have failed, once what they lacked is there. Returns a function that stops it. */
export function retryFailed({ directors, ...given }: Parts): () => void {
  const director = {
    tryAgain: () => {
      for (const each of directors) each.tryAgain()
    },
  }
  const parts = { ...given, director }
  const { packages } = parts
  const stops = [
    retryWhenConnected(parts),
    retryWhenComplete(parts),
    retryWhenAllowed(parts),
    // A hung package may have kept healthy pages from becoming ready.
    packages.onDied(() => setTimeout(() => director.tryAgain(), RESTARTED_MS)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Not all screens of a site at the same moment. Pages may have lacked a file of the app itself. */
function retryWhenConnected({ library, director, connection }: Retried): () => void {
  const { connected } = connection
  const tryAgain = () => {
    library.tryAgain()
    director.tryAgain()
  }
  return connected.subscribe(() => {
    if (connected.get()) setTimeout(tryAgain, Math.random() * connection.apart)
  })
}

/** When the last missing file arrives, pages that failed get another chance. */
function retryWhenComplete({ library, director }: Retried): () => void {
  const { progress } = library
  let { missing } = progress.get()
  return progress.subscribe(() => {
    const before = missing
    missing = progress.get().missing
    if (missing === 0 && before > 0) director.tryAgain()
  })
}

/** Retries pages of sites once they are allowed. */
function retryWhenAllowed({ library, director }: Retried): () => void {
  const listed = () => String(library.latest.get().device?.body.sites ?? [])
  let sites = listed()
  return library.ready.subscribe(() => {
    const before = sites
    sites = listed()
    if (sites !== before) director.tryAgain()
  })
}
