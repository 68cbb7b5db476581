import type { Api } from '#lib/api.ts'
import type { WantedFile } from './download.ts'

/** Downloads a file from a neighbor or from the server; `run` does either. */
export type Share = (
  file: WantedFile,
  signal: AbortSignal,
  run: (from: Pick<Api, 'file'>) => Promise<void>,
) => Promise<void>
