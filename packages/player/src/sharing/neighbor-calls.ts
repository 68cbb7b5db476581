import type { CommandResult } from '@vitrine/contract/api/screens/commands'
import type { FileSource } from '@vitrine/contract/api/screens/neighbors'
import type { NeighborSignal } from '@vitrine/contract/player/commands'
import { LATER_CALLS } from '@vitrine/contract/player/later-calls'
import type { Api } from '#lib/api.ts'
import { jsonOf } from '#lib/transport.ts'

interface Question {
  /** Received bytes. */
  got: number
  holds: boolean
  avoid: readonly string[]
  /** The size of the whole file. */
  size: number
}

/** Rejects if the server doesn't support this call, or doesn't respond. */
export async function findNeighbor(
  { open }: Pick<Api, 'open'>,
  sha256: string,
  body: Question,
): Promise<FileSource> {
  const answer = await jsonOf(await open(LATER_CALLS.findNeighbor, { params: { sha256 }, body }), ['source'])
  return (answer as { source: FileSource }).source
}

/** Rejects if the server can't reach the neighbor. */
export async function signalNeighbor(
  { open }: Pick<Api, 'open'>,
  body: NeighborSignal & { to: string },
): Promise<void> {
  const { state } = (await jsonOf(await open(LATER_CALLS.signalNeighbor, { body }), [
    'state',
  ])) as CommandResult
  if (state !== 'done') throw new Error(`Neighbor: ${state}`)
}
