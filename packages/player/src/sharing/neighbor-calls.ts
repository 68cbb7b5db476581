import type { CommandResult } from '@vitrine/contract/api/screens/commands'
import type { FileSource } from '@vitrine/contract/api/screens/neighbors'
import type { NeighborSignal } from '@vitrine/contract/player/commands'
import { LATER_CALLS } from '@vitrine/contract/player/later-calls'
import type { Api } from '#lib/api.ts'
import { jsonOf } from '#lib/transport.ts'

interface Question {
  /** Bytes that have arrived. */
  got: number
  holds: boolean
  avoid: readonly string[]
  /** Of the whole file. */
  size: number
}

/** Rejects where the server doesn't know such calls, or doesn't answer. */
export async function findNeighbor(
  { open }: Pick<Api, 'open'>,
  sha256: string,
  body: Question,
): Promise<FileSource> {
  const answer = await jsonOf(await open(LATER_CALLS.findNeighbor, { params: { sha256 }, body }), ['source'])
  return (answer as { source: FileSource }).source
}

/** Rejects when it can't reach the neighbor. */
export async function signalNeighbor(
  { open }: Pick<Api, 'open'>,
  body: NeighborSignal & { to: string },
): Promise<void> {
  const { state } = (await jsonOf(await open(LATER_CALLS.signalNeighbor, { body }), [
    'state',
  ])) as CommandResult
  if (state !== 'done') throw new Error(`Neighbor: ${state}`)
}
