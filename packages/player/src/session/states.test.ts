import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#lib/api.ts'
import { colorPage, contentOf, devicePart } from '#test/content.ts'
import { groupNamed, screenOfEachTest } from '#test/fake-screen.ts'

// The build injects it into the script.
vi.hoisted(() => Object.assign(globalThis, { PLAYER_VERSION: 'test' }))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const screen = screenOfEachTest()

const inOrganization = (more: Partial<ReturnType<typeof devicePart>> = {}) => ({ ...devicePart(), ...more })
const takeoverOf = (id: string, minutes: number) => ({
  id,
  title: 'Fire',
  text: 'Leave the building',
  tone: 'danger' as const,
  storyboardId: null,
  startedAt: Date.now(),
  endsAt: Date.now() + minutes * MINUTE,
})

interface State {
  /** What happens before the screen is looked at. */
  when: () => Promise<void>
  shows: string
  connected: boolean
  /** Whether it restarted itself. */
  restarts?: number
  /** Whether its token and content are still stored. */
  forgets?: boolean
}

const STATES: Record<string, State> = {
  'unpaired: it shows a code': {
    when: () => screen().start(),
    shows: 'pairing',
    connected: false,
    forgets: true,
  },
  'unpaired without a server: it keeps trying': {
    when: async () => {
      screen().server.stop()
      await screen().start()
      await screen().pass(5 * MINUTE)
    },
    shows: 'pairing',
    connected: false,
    forgets: true,
  },
  'claimed: it greets': {
    when: async () => {
      await screen().start()
      screen().server.claim(groupNamed('first'), devicePart())
      await screen().pass(3000)
    },
    shows: 'greeting',
    connected: true,
  },
  'greeted: it plays': {
    when: async () => {
      await screen().start()
      screen().server.claim(groupNamed('first'), devicePart())
      await screen().pass(6000)
    },
    shows: 'page-first',
    connected: true,
  },
  'claimed, and the power fails while it greets: it plays': {
    when: async () => {
      await screen().start()
      screen().server.claim(groupNamed('first'), devicePart())
      await screen().pass(1000)
      await screen().restart()
      await screen().pass(1000)
    },
    shows: 'page-first',
    connected: true,
  },
  'paired: it plays': { when: () => screen().play(), shows: 'page-first', connected: true },
  'paired, and never connected: it waits for the server': {
    when: async () => {
      await screen().state.set({ token: screen().server.pair(groupNamed('first'), devicePart()) })
      screen().server.stop()
      await screen().start()
      await screen().pass(HOUR)
    },
    shows: 'playing',
    connected: false,
  },
  'the server stops for an hour: it plays on': {
    when: async () => {
      await screen().play()
      screen().server.stop()
      await screen().pass(HOUR)
    },
    shows: 'page-first',
    connected: false,
  },
  'it starts offline: it plays what is stored': {
    when: async () => {
      await screen().play()
      screen().server.stop()
      await screen().restart()
      await screen().pass(500)
    },
    shows: 'page-first',
    connected: false,
  },
  'it starts offline, and the server returns with other content: it connects and plays that': {
    when: async () => {
      await screen().play()
      screen().server.stop()
      await screen().restart()
      await screen().pass(10 * MINUTE)
      screen().server.publish('group', groupNamed('second'))
      screen().server.isDown = false
      await screen().pass(2 * MINUTE)
    },
    shows: 'page-second',
    connected: true,
  },
  'the server refuses its token: it plays on': {
    when: async () => {
      await screen().play()
      screen().server.stop()
      screen().server.isDown = false
      screen().server.refusal = new ApiError('Session expired', 401, 'SESSION_EXPIRED')
      await screen().pass(10 * MINUTE)
    },
    shows: 'page-first',
    connected: false,
  },
  'the server that refused its token takes it again: it connects': {
    when: async () => {
      await screen().play()
      screen().server.stop()
      screen().server.isDown = false
      screen().server.refusal = new ApiError('Session expired', 401, 'SESSION_EXPIRED')
      await screen().pass(10 * MINUTE)
      screen().server.refusal = undefined
      await screen().pass(3 * MINUTE)
    },
    shows: 'page-first',
    connected: true,
  },
  'its organization disconnects it: it forgets everything and restarts': {
    when: async () => {
      await screen().play()
      screen().server.refusal = new ApiError('Disconnected', 401, 'DEVICE_UNPAIRED')
      await screen().pass(5 * MINUTE)
    },
    shows: 'starting',
    connected: false,
    restarts: 1,
    forgets: true,
  },
  'it was disconnected while it was off: it forgets everything and restarts': {
    when: async () => {
      await screen().play()
      await screen().cutPower()
      screen().server.refusal = new ApiError('Disconnected', 401, 'DEVICE_UNPAIRED')
      await screen().start()
      await screen().pass(1000)
    },
    shows: 'starting',
    connected: false,
    restarts: 1,
    forgets: true,
  },
  'new content arrives: it plays that': {
    when: async () => {
      await screen().play()
      screen().server.publish('group', groupNamed('second'))
      await screen().pass(1000)
    },
    shows: 'page-second',
    connected: true,
  },
  'new content lacks a file: it plays the old content': {
    when: async () => {
      await screen().play()
      const file = screen().server.file(1000)
      screen().server.withheld.add(file.sha256)
      screen().server.publish('group', groupNamed('second', { m: file }))
      await screen().pass(10 * MINUTE)
    },
    shows: 'page-first',
    connected: true,
  },
  'new content lacks a file, and it restarts offline: it plays the old content': {
    when: async () => {
      await screen().play()
      const file = screen().server.file(1000)
      screen().server.withheld.add(file.sha256)
      screen().server.publish('group', groupNamed('second', { m: file }))
      await screen().pass(MINUTE)
      screen().server.stop()
      await screen().restart()
      await screen().pass(MINUTE)
    },
    shows: 'page-first',
    connected: false,
  },
  'the missing file arrives after a restart: it plays the new content': {
    when: async () => {
      await screen().play()
      const file = screen().server.file(1000)
      screen().server.withheld.add(file.sha256)
      screen().server.publish('group', groupNamed('second', { m: file }))
      await screen().pass(MINUTE)
      await screen().restart()
      screen().server.withheld.clear()
      await screen().pass(10 * MINUTE)
    },
    shows: 'page-second',
    connected: true,
  },
  'a takeover without a storyboard arrives on the stream: its page stays under the message': {
    when: async () => {
      await screen().play()
      screen().server.publish('device', inOrganization({ takeover: takeoverOf('t', 10) }))
      await screen().pass(1000)
      expect(screen().session.takeover.active.get()?.id).toBe('t')
    },
    shows: 'page-first',
    connected: true,
  },
  'a takeover with a storyboard arrives on the stream: it plays that': {
    when: async () => {
      await screen().play()
      const content = contentOf([
        { id: 'exit', items: [{ page: colorPage('page-exit', '#f00'), seconds: 5 }] },
      ])
      const takeover = { ...takeoverOf('t', 10), storyboardId: 'exit' }
      screen().server.publish('device', { ...inOrganization({ takeover }), ...content })
      await screen().pass(1000)
    },
    shows: 'page-exit',
    connected: true,
  },
  'a takeover is in force after a restart without a server': {
    when: async () => {
      await screen().play()
      screen().server.publish('device', inOrganization({ takeover: takeoverOf('t', 10) }))
      await screen().pass(1000)
      screen().server.stop()
      await screen().restart()
      await screen().pass(1000)
      expect(screen().session.takeover.active.get()?.id).toBe('t')
    },
    shows: 'page-first',
    connected: false,
  },
  'a takeover ends without a server: the message goes': {
    when: async () => {
      await screen().play()
      screen().server.publish('device', inOrganization({ takeover: takeoverOf('t', 10) }))
      await screen().pass(1000)
      screen().server.stop()
      await screen().pass(10 * MINUTE)
      expect(screen().session.takeover.active.get()).toBeNull()
    },
    shows: 'page-first',
    connected: false,
  },
  'the server orders a restart: it answers, and restarts': {
    when: async () => {
      await screen().play()
      const id = screen().server.command({ kind: 'reload' })
      await screen().pass(1000)
      expect(screen().server.done).toEqual([{ id, ok: true }])
    },
    shows: 'page-first',
    connected: true,
    restarts: 1,
  },
}

describe('a screen without a browser', () => {
  it.each(Object.entries(STATES))(
    'PLAY-20 %s',
    async (_, { when, shows, connected, restarts = 0, forgets = false }) => {
      await when()
      expect(screen().shows()).toBe(shows)
      expect(screen().player?.session()?.connection.connected.get() ?? false).toBe(connected)
      expect(screen().restarts).toBe(restarts)
      expect((await screen().state.get('token')) === undefined).toBe(forgets)
      expect(screen().dark).toEqual([])
    },
  )
})
