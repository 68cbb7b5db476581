import { createHash } from 'node:crypto'
import type { DevicePart, GroupPart, Manifest, ManifestNotice } from '@vitrine/contract/api/playback/manifest'
import type { Heartbeat, ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import type { Caller, TestServer } from '#test/harness.ts'

export const FACTS: ScreenFacts = {
  width: 1920,
  height: 1080,
  userAgent: 'Test',
  playerVersion: '1',
  storage: 'memory',
  touch: false,
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface Told {
  name: string
  data: ManifestNotice & { versions: Record<string, number>; hashes: Record<string, string> }
}

/** A screen as the server sees it: paired by code, with its own token and event stream. */
export class TestScreen {
  readonly told: Told[] = []
  closed = false
  readonly #cancel = new AbortController()
  readonly #server: TestServer
  readonly deviceId: string
  readonly token: string

  constructor(server: TestServer, deviceId: string, token: string) {
    this.#server = server
    this.deviceId = deviceId
    this.token = token
  }

  /** Shows a code, is claimed by `admin`, and gets its token. */
  static async claim(
    server: TestServer,
    admin: Caller,
    settings: { name?: string; deviceGroupId?: string } = {},
  ): Promise<TestScreen> {
    const nobody = server.as()
    const { code, secret } = await nobody.api.player.startPairing({ body: { screen: FACTS } })
    await admin.api.devices.claim({ body: { code, name: 'Lobby', ...settings } })
    const { claimed } = await nobody.api.player.awaitPairing({ body: { secret } })
    if (!claimed) throw new Error('The screen was not claimed')
    return new TestScreen(server, claimed.deviceId, claimed.token)
  }

  get api() {
    return this.#server.as(this.token).api
  }

  call(path: string, headers: Record<string, string> = {}) {
    return this.#server.as(this.token).call('GET', path, undefined, headers)
  }

  /** Fetches the manifest and verifies it like a screen. */
  async manifest(): Promise<{ group: GroupPart; device: DevicePart; raw: Manifest }> {
    const raw = await this.api.player.manifest()
    for (const part of [raw.group, raw.device])
      if (sha256(part.body) !== part.hash) throw new Error('A part does not fit its hash')
    return { group: JSON.parse(raw.group.body), device: JSON.parse(raw.device.body), raw }
  }

  /** Consoles see the report once this resolves. */
  async report(shown: { group: string; device: string }, more: Partial<Heartbeat> = {}): Promise<void> {
    await this.send(shown, more)
    await this.#server.services.reports.flush()
  }

  async send(shown: { group: string; device: string }, more: Partial<Heartbeat> = {}): Promise<void> {
    const body: Heartbeat = {
      screen: FACTS,
      held: shown,
      shown,
      playing: null,
      download: { missing: 0, total: 0 },
      errors: [],
      ...more,
    }
    await this.api.player.heartbeat({ body })
  }

  /** Opens the event stream; `told` collects events from then on. */
  async open(): Promise<void> {
    const response = await fetch(`${this.#server.origins.player}/api/player/stream`, {
      headers: { authorization: `Bearer ${this.token}` },
      signal: this.#cancel.signal,
    })
    if (!response.ok || !response.body) throw new Error(`The line was refused: ${response.status}`)
    void this.#read(response.body).catch(() => {})
    await this.next((each) => each.name === 'hello')
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const piece of body) {
      const events = (rest + decoder.decode(piece, { stream: true })).split('\n\n')
      rest = events.pop() ?? ''
      for (const text of events) {
        const name = /^event: (.*)$/m.exec(text)?.[1]
        const data = /^data: (.*)$/m.exec(text)?.[1]
        if (name && data) this.told.push({ name, data: JSON.parse(data) })
      }
    }
    this.closed = true
  }

  /** The first matching event, now or within five seconds. */
  async next(fits: (told: Told) => boolean): Promise<Told> {
    for (let waited = 0; waited < 5000; waited += 10) {
      const found = this.told.find(fits)
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`Not told within five seconds; told ${this.told.map((each) => each.name).join(', ')}`)
  }

  hangUp(): void {
    this.#cancel.abort()
  }
}
