import type { GroupPart } from '@vitrine/contract/api/playback/manifest'
import { describe, expect, it } from 'vitest'
import { lookUp } from '#downlink/parts.ts'
import { createMemoryStore } from '#downlink/stores/memory-store.ts'
import { memoryState } from '#lib/state.ts'
import { contentOf as contentKey } from '#stage/pages/content-key.ts'
import { contentOf, devicePart, groupPart, scheduleOf, type TestFile, zonePage } from './content.ts'
import { becomes, libraryTests } from './library.ts'
import { partOf } from './protocol-server.ts'

const { server, open, addFile, asked } = libraryTests()

/** Two pages: one for screens with the tag `bar`, one for all. */
function group(bar: TestFile, all: TestFile): GroupPart {
  const pages = { bar: zonePage('page-bar', ['bar']), all: zonePage('page-all', ['all']) }
  const items = [
    { page: pages.bar, seconds: 5, screens: { anyTags: ['Bar'] } },
    { page: pages.all, seconds: 5 },
  ]
  const content = contentOf([{ id: 's', items }], { bar, all })
  const links = { 'page-bar': { media: ['bar'] }, 'page-all': { media: ['all'] } }
  return groupPart({ ...content, links }, scheduleOf('s'))
}
const device = (...tags: string[]) => ({
  ...devicePart(),
  ...(tags.length > 0 && { traits: { tags, places: [] } }),
})

describe('files of pages for some screens', () => {
  it('are downloaded by those screens only', async () => {
    const [bar, all] = [addFile(), addFile()]
    const { library, store } = await open()
    library.offer('device', partOf(1, device()))
    library.offer('group', partOf(1, group(bar, all)))
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    expect([...(await store.list()).keys()]).toEqual([all.sha256])
    expect(library.progress.get()).toMatchObject({ missing: 0, total: 1 })
    expect(asked(bar)).toBe(0)
  })

  it('arrive before new tags are in force, also over a restart; other changes of the screen do not wait', async () => {
    const [bar, all] = [addFile(), addFile()]
    let isSlow = true
    server().state.fault = (_request, _response, call) => isSlow && call.endsWith(bar.sha256)
    const { library, store, state } = await open(createMemoryStore(), memoryState())
    const traits = (of = library) => of.ready.get().device?.body.traits
    library.offer('device', partOf(1, device()))
    library.offer('group', partOf(1, group(bar, all)))
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    library.offer('device', partOf(2, { ...device('bar'), name: 'Bar 1' }))
    await becomes(() => expect(library.ready.get().device?.body.name).toBe('Bar 1'))
    expect(traits()).toEqual({ tags: [], places: [] })
    await library.stored()
    library.close()
    const { library: again } = await open(store, state)
    expect(again.ready.get().device?.body.name).toBe('Bar 1')
    expect(traits(again)).toEqual({ tags: [], places: [] })
    isSlow = false
    again.tryAgain()
    await becomes(() => expect(traits(again)).toEqual({ tags: ['bar'], places: [] }))
    expect((await store.list()).has(bar.sha256)).toBe(true)
  })

  it('are spare once the tag is removed, and the group stays ready', async () => {
    const [bar, all] = [addFile(), addFile()]
    const { library } = await open()
    library.offer('device', partOf(1, device('bar')))
    library.offer('group', partOf(1, group(bar, all)))
    await becomes(() => expect(library.progress.get()).toMatchObject({ missing: 0, total: 2 }))
    let changes = 0
    library.ready.subscribe(() => changes++)
    library.offer('device', partOf(2, device()))
    expect(library.ready.get().device?.body.traits).toBeUndefined()
    expect(Object.keys(library.ready.get().group?.body.files ?? {})).toEqual([all.sha256])
    expect(changes).toBe(1)
    library.offer('device', partOf(2, device()))
    await library.recheck()
    expect(changes).toBe(1)
  })
})

describe('files of entries for some screens', () => {
  const page = zonePage('page', ['bar', 'all'])
  const [, zone] = page.config.inputs
  const entries = zone?.value as object[]
  const ruled = entries.map((entry, index) =>
    index === 0 ? { ...entry, screens: { anyTags: ['Bar'] } } : entry,
  )
  const inputs = page.config.inputs.map((input) => (input === zone ? { ...input, value: ruled } : input))

  it('are downloaded by those screens only, and change what the page shows', async () => {
    const [bar, all] = [addFile(), addFile()]
    const items = [{ page: { ...page, config: { inputs } }, seconds: 5 }]
    const content = contentOf([{ id: 's', items }], { bar, all })
    const links = { page: { media: ['bar', 'all'] } }
    const { library, store } = await open()
    library.offer('device', partOf(1, device('lobby')))
    library.offer('group', partOf(1, groupPart({ ...content, links }, scheduleOf('s'))))
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    expect([...(await store.list()).keys()]).toEqual([all.sha256])
    const key = () => {
      const parts = library.ready.get()
      const shown = lookUp(parts, 'pages', 'page')
      return shown && contentKey(shown, parts)
    }
    const before = key()
    library.offer('device', partOf(2, device('new', 'lobby')))
    expect(library.ready.get().device?.body.traits?.tags).toContain('new')
    expect(key()).toBe(before)
    library.offer('device', partOf(3, device('bar', 'lobby')))
    await becomes(() => expect(library.ready.get().device?.body.traits?.tags).toContain('bar'))
    expect((await store.list()).has(bar.sha256)).toBe(true)
    expect(key()).not.toBe(before)
  })
})

describe('the picture of a brand', () => {
  const branded = (logo: TestFile, content = contentOf([])) => ({
    ...devicePart(null, { ...content, files: { ...content.files, [logo.sha256]: logo } }),
    organization: { id: 'o1', name: 'Acme', brand: { logo: logo.sha256, logoOnly: true as const } },
  })

  it('is downloaded, and nothing waits for it', async () => {
    const [logo, video] = [addFile(), addFile()]
    let isLost = true
    server().state.fault = (_request, response, call) => {
      if (!isLost || !call.endsWith(logo.sha256)) return false
      response.writeHead(404).end()
      return true
    }
    const { library, store } = await open()
    library.offer('device', partOf(1, branded(logo)))
    library.offer('group', partOf(1, group(addFile(), video)))
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    expect(library.ready.get().device?.body.organization.brand?.logo).toBe(logo.sha256)
    expect(library.progress.get()).toMatchObject({ missing: 1 })
    isLost = false
    library.tryAgain()
    await becomes(() => expect(library.progress.get()).toMatchObject({ missing: 0 }))
    expect((await store.list()).has(logo.sha256)).toBe(true)
  })

  it('is kept where only some files of the part are needed', async () => {
    const [logo, bar] = [addFile(), addFile()]
    const content = { ...contentOf([], { bar }), links: {} }
    const { library, store } = await open()
    library.offer('device', partOf(1, branded(logo, content)))
    await becomes(() => expect(library.progress.get()).toMatchObject({ missing: 0, total: 1 }))
    expect([...(await store.list()).keys()]).toEqual([logo.sha256])
  })
})
