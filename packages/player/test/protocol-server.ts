import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { DevicePart, GroupPart, ManifestPart } from '@vitrine/contract/api/playback/manifest'
import type { ReportedPlay } from '@vitrine/contract/api/screens/plays'
import type { Heartbeat } from '@vitrine/contract/api/screens/screen-report'
import type { Order } from '@vitrine/contract/player/commands'
import { manifestTag, NOTICE_BODY_LIMIT } from '@vitrine/contract/player/manifest'
import { sha256 } from './content.ts'

/** A handler that responds in place of the server; returns whether it did. */
export type Fault = (request: IncomingMessage, response: ServerResponse, call: string) => boolean

interface Screen {
  token: string
  group: ManifestPart
  device: ManifestPart
  streams: Set<ServerResponse>
  unpaired: boolean
}

/** A small server that implements the player's protocol for one screen, and serves the built player. */
const tagOf = (screen: Screen | undefined) =>
  screen ? manifestTag(screen.group.hash, screen.device.hash) : ''

export async function startProtocolServer({
  port = 0,
  pages,
  now = Date.now,
}: {
  port?: number
  pages?: string
  now?: () => number
} = {}) {
  const files = new Map<string, { bytes: Buffer; mimetype: string }>()
  const heartbeats: Heartbeat[] = []
  const plays: ReportedPlay[] = []
  const pictures: { image: string; width: number; height: number; partial: boolean }[] = []
  const done: { id: string; ok: boolean; text: string }[] = []
  const calls: string[] = []
  const questions: { runs: string; holds: string; bootId: string; shows: boolean }[] = []
  const tickets = new Set<string>()
  const pairings = new Map<string, { code: string; claim: ((claim: unknown) => void) | undefined }>()
  const state = {
    fault: undefined as Fault | undefined,
    now,
    codeMs: 900_000,
    spreadMs: 0,
    /** The folder of the built player. */
    pages,
    screen: undefined as Screen | undefined,
    /** The answer to screens that ask about a newer player; absent: the call isn't supported. */
    verdict: undefined as 'stay' | 'start' | 'back' | undefined,
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://local')
    const call = `${request.method} ${url.pathname}`
    calls.push(call)
    if (state.fault?.(request, response, call)) return
    void answer(request, response, url).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (!url.pathname.startsWith('/api/')) return servePage(url.pathname, response)
    const route = url.pathname.slice('/api'.length)
    if (route === '/player/time') return json(response, 200, { serverTime: state.now() })
    if (route === '/player/pairing') return startPairing(request, response)
    if (route === '/player/pairing/wait') return awaitPairing(request, response)
    const screen = state.screen
    if (route === '/player/take-over') {
      const { ticket } = (await body(request)) as { ticket: string }
      if (!screen || !tickets.delete(ticket))
        return json(response, 404, { message: 'This ticket has expired' })
      return json(response, 200, { token: screen.token })
    }
    if (!screen || request.headers.authorization !== `Bearer ${screen.token}`)
      return json(response, 401, { message: 'Session expired', errKey: 'SESSION_EXPIRED' })
    if (screen.unpaired) return json(response, 401, { message: 'Disconnected', errKey: 'DEVICE_UNPAIRED' })
    if (route === '/player/hand-over') {
      const ticket = randomUUID()
      tickets.add(ticket)
      return json(response, 200, { ticket })
    }
    if (route === '/player/manifest') return manifest(screen, request, response)
    if (route === '/player/stream') return stream(screen, response)
    if (route === '/player/plays') {
      const { plays: reported } = (await body(request)) as { plays: ReportedPlay[] }
      plays.push(...reported)
      return json(response, 200, { accepted: reported.length, refused: 0 })
    }
    if (route === '/player/picture') {
      pictures.push((await body(request)) as (typeof pictures)[number])
      return json(response, 200, {})
    }
    if (route.startsWith('/player/commands/')) {
      const id = route.slice('/player/commands/'.length)
      done.push({ id, ...((await body(request)) as { ok: boolean; text: string }) })
      return json(response, 200, {})
    }
    if (route === '/player/heartbeat') {
      heartbeats.push((await body(request)) as Heartbeat)
      return json(response, 200, { serverTime: state.now(), tag: tagOf(state.screen) })
    }
    if (route === '/player/update' && state.verdict) {
      questions.push((await body(request)) as (typeof questions)[number])
      return json(response, 200, { verdict: state.verdict, again: 60 })
    }
    if (route === '/player/beat') {
      const { revision } = (await body(request)) as { revision: string }
      const isKnown = heartbeats.at(-1)?.revision === revision
      return json(response, 200, { serverTime: state.now(), tag: tagOf(state.screen), isKnown })
    }
    const file = files.get(route.slice('/player/files/'.length))
    if (!file) return json(response, 404, { message: 'Not found', errKey: 'NOT_FOUND' })
    sendFile(file, request, response)
  }

  function servePage(pathname: string, response: ServerResponse) {
    const file = path.join(state.pages ?? '', pathname === '/' ? 'index.html' : pathname)
    if (!state.pages || !existsSync(file) || !statSync(file).isFile()) return json(response, 404, {})
    response.writeHead(200, {
      'Content-Type': PAGE_TYPES[path.extname(file)] ?? 'application/octet-stream',
      'Content-Security-Policy': policyOf(pathname, file),
      'Cache-Control': 'no-cache',
    })
    createReadStream(file).pipe(response)
  }

  async function startPairing(request: IncomingMessage, response: ServerResponse) {
    await body(request)
    const secret = randomUUID()
    const code = ['KDMRQX', 'BCDFGH', 'TVWXZL'][pairings.size % 3] ?? 'KDMRQX'
    pairings.set(secret, { code, claim: undefined })
    json(response, 201, {
      code,
      secret,
      sign: { shape: 'triangle', colour: 'blue' },
      expiresAt: state.now() + state.codeMs,
      consoleUrl: 'http://signage.example:8080',
    })
  }

  async function awaitPairing(request: IncomingMessage, response: ServerResponse) {
    const { secret } = (await body(request)) as { secret: string }
    const pairing = pairings.get(secret)
    if (!pairing) return json(response, 404, { message: 'Not found', errKey: 'NOT_FOUND' })
    const timer = setTimeout(() => json(response, 200, { claimed: null }), 25_000)
    pairing.claim = (claimed) => {
      clearTimeout(timer)
      pairings.delete(secret)
      json(response, 200, { claimed })
    }
  }

  function manifest(screen: Screen, request: IncomingMessage, response: ServerResponse) {
    const tag = manifestTag(screen.group.hash, screen.device.hash)
    if (request.headers['if-none-match'] === tag) {
      response.writeHead(304, { ETag: tag }).end()
      return
    }
    response.setHeader('ETag', tag)
    json(response, 200, { group: screen.group, device: screen.device, serverTime: state.now() })
  }

  function stream(screen: Screen, response: ServerResponse) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    const versions = { group: screen.group.version, device: screen.device.version }
    response.write(event('hello', { versions, serverTime: state.now() }))
    screen.streams.add(response)
    const alive = setInterval(() => response.write(':\n\n'), 15_000)
    response.on('close', () => {
      clearInterval(alive)
      screen.streams.delete(response)
    })
  }

  return {
    files,
    heartbeats,
    plays,
    pictures,
    done,
    calls,
    questions,
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    addFile(bytes: Buffer, mimetype: string): string {
      const hash = sha256(bytes)
      files.set(hash, { bytes, mimetype })
      return hash
    },
    /** The shown codes. */
    codes: () => [...pairings.values()].map(({ code }) => code),
    pair(group: GroupPart, device: DevicePart, token = randomUUID()) {
      state.screen = {
        token,
        group: partOf(1, group),
        device: partOf(1, device),
        streams: new Set(),
        unpaired: false,
      }
      return token
    },
    /** Claims the newest code, like *Connect* in the console. */
    claim(group: GroupPart, device: DevicePart) {
      const token = this.pair(group, device)
      const { deviceId, name, organization } = device
      for (const pairing of pairings.values())
        pairing.claim?.({ deviceId, token, name, organizationName: organization.name })
    },
    publish(kind: 'group' | 'device', part: GroupPart | DevicePart, { silently = false } = {}) {
      const { screen } = state
      if (!screen) throw new Error('No screen is paired')
      screen[kind] = partOf(screen[kind].version + 1, part)
      const { body: text, ...rest } = screen[kind]
      const notice = {
        ...rest,
        spreadMs: state.spreadMs,
        ...(text.length <= NOTICE_BODY_LIMIT && { body: text }),
      }
      if (!silently) for (const response of screen.streams) response.write(event(kind, notice))
    },
    command(order: Order, id = randomUUID()) {
      const command = { ...order, id, expiresAt: state.now() + 10_000 }
      for (const response of state.screen?.streams ?? []) response.write(event('command', command))
      return id
    },
    unpair() {
      if (!state.screen) return
      state.screen.unpaired = true
      for (const response of state.screen.streams) response.write(event('unpaired', {}))
    },
    cutStreams() {
      for (const response of state.screen?.streams ?? []) response.destroy()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    /** Reopens on the same port after `close`. */
    async reopen() {
      const at = Number(new URL(this.url).port)
      await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
    },
  }
}

export type ProtocolServer = Awaited<ReturnType<typeof startProtocolServer>>

/** Like the server's `playerPolicy`: other addresses may frame the meeting page, and nothing may frame the rest. */
const policyOf = (pathname: string, file: string) =>
  [
    ...POLICY,
    `script-src 'self' ${file.endsWith('.html') ? inlineScripts(file) : ''}`,
    `frame-ancestors ${pathname === '/meet.html' ? 'http: https:' : "'none'"}`,
  ].join('; ')
const inlineScripts = (file: string) =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g),
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  ).join(' ')
const POLICY = [
  "default-src 'self'",
  "connect-src 'self' blob: http: https:",
  "worker-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self' blob: data:",
  "style-src 'self' 'unsafe-inline'",
  'frame-src http: https:',
]
const PAGE_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

export function partOf(version: number, part: GroupPart | DevicePart): ManifestPart {
  const text = JSON.stringify(part)
  return { version, hash: createHash('sha256').update(text).digest('hex'), body: text }
}

function json(response: ServerResponse, status: number, answer: object): void {
  if (response.writableEnded) return
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
}

async function body(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const piece of request) text += piece
  return JSON.parse(text)
}

function sendFile(
  { bytes, mimetype }: { bytes: Buffer; mimetype: string },
  request: IncomingMessage,
  response: ServerResponse,
) {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const headers = {
    'Content-Type': mimetype,
    'Content-Length': bytes.length - from,
    'Accept-Ranges': 'bytes',
  }
  if (from === 0) response.writeHead(200, headers)
  else
    response.writeHead(206, {
      ...headers,
      'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    })
  response.end(bytes.subarray(from))
}
