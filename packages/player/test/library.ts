import { randomBytes } from 'node:crypto'
import type { GroupPart } from '@vitrine/contract/api/playback/manifest'
import { afterEach, beforeEach, vi } from 'vitest'
import { Library } from '#downlink/library.ts'
import type { FileStore } from '#downlink/stores/file-store.ts'
import { createMemoryStore } from '#downlink/stores/memory-store.ts'
import { createApi } from '#lib/api.ts'
import { memoryState, type State } from '#lib/state.ts'
import { Clock } from '#lib/time/clock.ts'
import { contentOf, devicePart, groupPart, scheduleOf, type TestFile, zonePage } from './content.ts'
import { type ProtocolServer, startProtocolServer } from './protocol-server.ts'

export const groupOf = (files: TestFile[], name = 's'): GroupPart => {
  const media = Object.fromEntries(files.map((file, index) => [`m${index}`, file]))
  const page = zonePage(`page-${name}`, Object.keys(media))
  return groupPart(contentOf([{ id: name, items: [{ page, seconds: 5 }] }], media), scheduleOf(name))
}
export const becomes = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 5 })

/** A server with one screen, and libraries that download from it. */
export function libraryTests() {
  let server: ProtocolServer
  let problems: string[]
  let token: string
  const libraries: Library[] = []
  beforeEach(async () => {
    // Random delays are near zero.
    vi.spyOn(Math, 'random').mockReturnValue(0.001)
    server = await startProtocolServer()
    problems = []
    token = server.pair(groupPart(contentOf([]), null), devicePart())
  })
  afterEach(async () => {
    for (const library of libraries.splice(0)) library.close()
    vi.restoreAllMocks()
    await server.close()
  })
  return {
    server: () => server,
    problems: () => problems,
    async open(store: FileStore = createMemoryStore(), state: State = memoryState()) {
      const library = new Library({
        store,
        state,
        api: createApi(`${server.url}/api`, () => token),
        clock: new Clock(),
        report: (problem) => problems.push(problem),
        onUnpaired: () => problems.push('unpaired'),
      })
      libraries.push(library)
      await library.open()
      return { library, store, state }
    },
    addFile(size = 1000): TestFile {
      const bytes = randomBytes(size)
      return { sha256: server.addFile(bytes, 'image/png'), size, mimetype: 'image/png' }
    },
    asked: (file: TestFile) => server.calls.filter((call) => call.endsWith(file.sha256)).length,
  }
}
