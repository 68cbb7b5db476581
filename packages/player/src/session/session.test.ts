import { describe, expect, it, vi } from 'vitest'
import { keepUpToDate } from '#app-update/keep-up-to-date.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'
import { groupNamed, screenOfEachTest } from '#test/fake-screen.ts'

// The build injects it into the script.
vi.hoisted(() => Object.assign(globalThis, { PLAYER_VERSION: 'test' }))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const screen = screenOfEachTest()

const configured = (volume: number) => ({
  ...devicePart(),
  configuration: { orientation: 0 as const, volume, hours: null },
})

describe('a session', () => {
  const held = () => screen().server.heartbeats.at(-1)?.held.group

  it('reports the versions that it has, and soon after a change', async () => {
    await screen().play()
    expect(held()).toBe(screen().server.parts.group.hash)
    expect(screen().server.heartbeats.at(-1)).toMatchObject({
      playing: { storyboardId: 'first', reason: 'default' },
      download: { missing: 0, total: 0 },
      takeoverId: null,
    })
    screen().server.publish('group', groupNamed('second'))
    await screen().pass(1000)
    expect(held()).toBe(screen().server.parts.group.hash)
    expect(screen().server.heartbeats.at(-1)?.playing?.storyboardId).toBe('second')
  })

  it('asks after a restart whether its content is current, and downloads nothing again', async () => {
    await screen().play()
    screen().server.publish('group', groupNamed('second', { m: screen().server.file(100) }))
    await screen().pass(2000)
    const before = screen().server.calls.length
    await screen().restart()
    await screen().pass(MINUTE)
    const calls = screen().server.calls.slice(before)
    expect(calls).toContain('manifest with its tag')
    expect(calls.filter((call) => call === 'manifest' || call === 'file')).toEqual([])
  })

  it('keeps one boot id and one start time', async () => {
    await screen().play()
    screen().server.publish('group', groupNamed('second'))
    await screen().pass(MINUTE)
    const { heartbeats } = screen().server
    expect(heartbeats.length).toBeGreaterThan(1)
    expect(new Set(heartbeats.map(({ bootId }) => bootId)).size).toBe(1)
    expect(new Set(heartbeats.map(({ startedAt }) => startedAt)).size).toBe(1)
  })

  it('tries a download again as soon as the server is back', async () => {
    await screen().play()
    const file = screen().server.file(1000)
    screen().server.withheld.add(file.sha256)
    screen().server.publish('group', groupNamed('second', { m: file }))
    // By then it waits for minutes.
    await screen().pass(20 * MINUTE)
    screen().server.stop()
    screen().server.isDown = false
    screen().server.withheld.clear()
    await screen().pass(5000)
    expect(screen().shows()).toBe('page-second')
  })

  it('tries failed pages again when the last missing file arrives', async () => {
    await screen().play()
    await screen().pass(MINUTE)
    const again = vi.spyOn(screen().session.director, 'tryAgain')
    screen().server.publish('group', groupNamed('second', { m: screen().server.file(100) }))
    await screen().pass(MINUTE)
    expect(screen().shows()).toBe('page-second')
    expect(again).toHaveBeenCalledOnce()
  })

  it('takes its volume from the configuration and the time of day, and plays at full volume without one', async () => {
    await screen().play(configured(40))
    expect(screen().session.stage.volume.get()).toBe(0.4)
    screen().server.publish('device', devicePart())
    await screen().pass(1000)
    expect(screen().session.stage.volume.get()).toBe(1)
    const volumeTimes = { timezone: 'Etc/UTC', times: [{ from: '12:30 PM', to: '01:00 PM', volume: 10 }] }
    const configuration = { orientation: 0 as const, volume: 40, hours: null, volumeTimes }
    screen().server.publish('device', { ...devicePart(), configuration })
    await screen().pass(1000)
    expect(screen().session.stage.volume.get()).toBe(0.4)
    await screen().pass(30 * MINUTE)
    expect(screen().session.stage.volume.get()).toBe(0.1)
  })

  it('runs actions for itself, and sends those for other screens to the server', async () => {
    await screen().play()
    const [first, other] = ['first', 'other'].map((id) => ({
      id,
      items: [{ page: colorPage(`page-${id}`, '#111111'), seconds: 5 }],
    }))
    if (!first || !other) throw new Error('No stories')
    screen().server.publish('group', groupPart(contentOf([first, other]), scheduleOf('first')))
    await screen().pass(1000)
    const load = (target: string) => ({
      event: 'CLICK_TOUCH' as const,
      type: 'SYSTEM' as const,
      verb: 'LOAD_STORYBOARD' as const,
      target,
      props: { storyboardId: 'other', storyboardName: 'Other' },
    })
    screen().session.stage.run('w', [load('d2')])
    await screen().pass(1000)
    expect(screen().server.calls).toContain('action')
    expect(screen().shows()).toBe('page-first')
    screen().session.stage.run('w', [load('d1')])
    await screen().pass(1000)
    expect(screen().shows()).toBe('page-other')
    expect(screen().session.playback.now.get().reason).toBe('action')
  })

  it('stops everything when it is closed', async () => {
    await screen().play()
    const { session } = screen()
    expect(screen().server.streams).toBe(1)
    await session.close()
    await screen().pass(MINUTE)
    expect(screen().server.streams).toBe(0)
    const before = screen().server.calls.length
    screen().server.publish('group', groupNamed('second'))
    await screen().pass(HOUR)
    // Only the player measures the time.
    expect(
      screen()
        .server.calls.slice(before)
        .filter((call) => call !== 'time'),
    ).toEqual([])
    expect(session.playback.now.get().storyboardId).toBe('first')
  })

  const NEWER = '<div id="player"><script src="/assets/index-new.js"></script>'

  it.each([
    ['a server with the same version', NEWER.replace('new', 'old'), 0],
    ['a server with a newer version', NEWER, 1],
    ['a proxy without its server', '<h1>Bad gateway</h1>', 0],
  ])('without a service worker, and %s: it restarts itself, or plays on', async (_, page, restarts) => {
    await screen().play()
    const reload = vi.fn()
    vi.stubGlobal('location', Object.assign(new URL('http://screen.test/'), { reload }))
    vi.stubGlobal('fetch', async () => new Response(page))
    const { player } = screen()
    if (player) keepUpToDate('/assets/index-old.js', player)
    await screen().pass(1.5 * HOUR)
    expect(reload).toHaveBeenCalledTimes(restarts)
    expect(screen().shows()).toBe('page-first')
  })
})
