import { CALLS } from '@vitrine/contract/player/calls'
import { type Api, errorMessage } from '#lib/api.ts'
import type { FileStore } from './stores/file-store.ts'

/** Long enough for a video over a slow connection. */
const SEND_MS = 3_600_000

interface Options {
  api: Pick<Api, 'open'>
  store: Pick<FileStore, 'blob'>
  report: (problem: string) => void
}

/** Starts uploading a stored file that the server has lost. Returns the reason if it can't. */
export async function sendFile({ api, store, report }: Options, sha256: string): Promise<string | undefined> {
  const kept = await store.blob(sha256)
  if (!kept) return "This screen doesn't have the file"
  const body = new FormData()
  body.append('file', kept, sha256)
  api
    .open(CALLS.player.sendFile, { params: { sha256 }, body, timeout: SEND_MS })
    .then(({ end }) => end())
    .catch((error: unknown) => report(`Not sent: ${errorMessage(error)}`))
  return undefined
}
