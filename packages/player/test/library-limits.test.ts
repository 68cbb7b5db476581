import type { DevicePart } from '@vitrine/contract/api/playback/manifest'
import { describe, expect, it, vi } from 'vitest'
import { devicePart } from './content.ts'
import { becomes, groupOf, libraryTests } from './library.ts'
import { partOf } from './protocol-server.ts'

const { open, addFile, asked } = libraryTests()

const NIGHT = { from: '01:00 AM', to: '05:00 AM', timezone: 'Etc/GMT' }
const limited = (more: object): DevicePart => ({
  ...devicePart(),
  configuration: { orientation: 0, volume: 100, hours: null, ...more },
})
const at = (time: string) => Date.parse(`2026-03-01T${time}:00Z`)

describe('download limits', () => {
  it('a download interrupted by the end of the hours resumes in the next ones', async () => {
    const [playing, later] = [addFile(), addFile(500_000)]
    vi.useFakeTimers({ now: at('04:59'), toFake: ['Date', 'performance'] })
    const { library, store } = await open()
    const configuration = { downloadHours: NIGHT, downloadMbit: 2 }
    library.offer('device', partOf(1, limited(configuration)))
    library.offer('group', partOf(1, groupOf([playing])))
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    library.offer('group', partOf(2, groupOf([later], 'b')))
    await becomes(() => expect(asked(later)).toBe(1))
    await new Promise((resolve) => setTimeout(resolve, 300))
    vi.advanceTimersByTime(120_000)
    // Any event makes it check the clock.
    await library.recheck()
    await becomes(() => expect(store.unfinished().get(later.sha256)).toBeGreaterThan(0))
    const kept = store.unfinished().get(later.sha256) ?? 0
    expect(kept).toBeLessThan(500_000)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([asked(later), library.ready.get().group?.version]).toEqual([1, 1])
    vi.advanceTimersByTime(20 * 3_600_000)
    await library.recheck()
    await becomes(() => expect(library.ready.get().group?.version).toBe(2))
    expect(asked(later)).toBe(2)
    vi.useRealTimers()
  })

  it('files of the group wait for the download hours, files for the screen alone do not', async () => {
    const [playing, later, own] = [addFile(), addFile(), addFile()]
    vi.useFakeTimers({ now: at('12:00'), toFake: ['Date', 'performance'] })
    const { library } = await open()
    library.offer('device', partOf(1, limited({ downloadHours: NIGHT })))
    // A screen with nothing to show downloads immediately.
    library.offer('group', partOf(1, groupOf([playing])))
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    library.offer('group', partOf(2, groupOf([later], 'b')))
    const { media, storyboards, pages, files } = groupOf([own], 'own')
    library.offer(
      'device',
      partOf(2, { ...limited({ downloadHours: NIGHT }), media, storyboards, pages, files }),
    )
    await becomes(() => expect(library.ready.get().device?.version).toBe(2))
    expect(asked(own)).toBe(1)
    expect(asked(later)).toBe(0)
    expect(library.progress.get().missing).toBe(1)
    // The new configuration allows it to start.
    library.offer('device', partOf(3, { ...limited({}), media, storyboards, pages, files }))
    await becomes(() => expect(library.ready.get().group?.version).toBe(2))
    vi.useRealTimers()
  })

  it('a speed limit is shared by all downloads of a screen', async () => {
    const files = [addFile(200_000), addFile(200_000)]
    const { library } = await open()
    library.offer('device', partOf(1, limited({ downloadMbit: 2 })))
    const began = performance.now()
    library.offer('group', partOf(1, groupOf(files)))
    await becomes(() => expect(library.ready.get().group?.version).toBe(1))
    // 3.2 megabits at 2 per second, minus the burst.
    expect(performance.now() - began).toBeGreaterThan(900)
  })
})
