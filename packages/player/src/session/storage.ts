import { cachedTexts } from '#downlink/stores/cache-store.ts'
import { chooseStore } from '#downlink/stores/choose-store.ts'
import type { FileStore } from '#downlink/stores/file-store.ts'
import { errorMessage } from '#lib/api.ts'
import { openDatabase } from '#lib/database.ts'
import { sealed } from '#lib/seal.ts'
import { mirroredState, openState, type State } from '#lib/state.ts'

/** What a screen stores: small texts, and files. */
export interface Storage {
  state: State
  store: FileStore
  /** Why better storage could not be opened. */
  trouble: readonly string[]
  /** Resolves when the browser deleted it. */
  lost: Promise<void>
}

/** The best storage of this browser. */
export async function openStorage(): Promise<Storage> {
  const trouble: string[] = []
  let onLost = () => {}
  const lost = new Promise<void>((resolve) => {
    onLost = resolve
  })
  const database = await openDatabase(onLost).catch((error: unknown) => {
    trouble.push(`No database: ${errorMessage(error)}`)
    return undefined
  })
  const state = mirroredState(await sealed(openState(database), cachedTexts), openState(undefined))
  const store = await chooseStore(database, (problem) => trouble.push(problem))
  return { state, store, trouble, lost }
}
