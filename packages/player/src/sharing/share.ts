import type { WantedFile } from '#content/download.ts'
import type { Api } from '#lib/api.ts'

/** Brings a file from a screen in the same network or from the server; `run` downloads it from either. */
export type Share = (
  file: WantedFile,
  signal: AbortSignal,
  run: (from: Pick<Api, 'file'>) => Promise<void>,
) => Promise<void>
