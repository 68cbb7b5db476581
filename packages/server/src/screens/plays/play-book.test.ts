import { describe, expect, it } from 'vitest'
import { TestClock } from '#test/harness.ts'
import type { NewPlay } from './api.ts'
import { PlayBook } from './play-book.ts'
import type { PlayStore } from './store/play-store.ts'

const HOUR = 3_600_000

describe('a store of plays that is away', () => {
  const clock = new TestClock()
  const play = (n: number, hours: number): NewPlay => ({
    id: `play ${n}`,
    kind: 'page',
    storyboardId: 's',
    pageId: 'p',
    mediaId: null,
    name: 'Welcome',
    from: clock.now() - hours * HOUR,
    to: clock.now(),
    deviceId: 'd',
    organizationId: 'o',
  })
  const bookOn = (save: PlayStore['save']) => new PlayBook({ store: { save } as PlayStore, clock })

  it("doesn't use up the daily limit of its screens", async () => {
    const book = bookOn(() => Promise.reject(new Error('away')))
    const most = Array.from({ length: 100 }, (_, n) => play(n, 900))
    await expect(book.add('d', most)).rejects.toThrow('away')
    await expect(book.add('d', most)).rejects.toThrow('away')
    await book.close()
  })

  it('lets the organization with the most give way to others', async () => {
    let release = () => {}
    const saved: NewPlay[] = []
    const book = bookOn((plays) => {
      saved.push(...plays)
      return new Promise((resolve) => (release = resolve))
    })
    const report = (organizationId: string) =>
      Array.from({ length: 500 }, (_, n) => ({ ...play(n, 0), organizationId }))
    let refused = 0
    const theirs = Array.from({ length: 200 }, (_, n) =>
      book.add(`screen ${n}`, report(`attackers ${n % 4}`)).catch(() => void refused++),
    )
    const own = Array.from({ length: 20 }, (_, n) => book.add(`victim ${n}`, report('victims')))
    const releasing = setInterval(() => release(), 50)
    expect(new Set(await Promise.all(own))).toEqual(new Set([true]))
    await Promise.all(theirs)
    clearInterval(releasing)
    expect(refused).toBe(20)
    expect(saved.length).toBe(100_000)
    await book.close()
  })

  it('makes screens keep the plays that would fill the memory', async () => {
    let release = () => {}
    const book = bookOn(() => new Promise((resolve) => (release = resolve)))
    const report = Array.from({ length: 500 }, (_, n) => play(n, 0))
    const taken = Array.from({ length: 200 }, (_, n) => book.add(`screen ${n}`, report))
    await expect(book.add('another', report)).rejects.toMatchObject({ errKey: 'UNAVAILABLE' })
    // They are taken again when it is back.
    const releasing = setInterval(() => release(), 50)
    expect(await Promise.all(taken)).toContain(true)
    expect(await book.add('another', report)).toBe(true)
    clearInterval(releasing)
    await book.close()
  })
})
