import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** 90 segments of a second each: VP9, green, with a small moving box. */
const VIDEO = readFileSync(new URL('./live.mp4', import.meta.url))

/** Splits a fragmented MP4 into its header and segments. */
function cut(file: Buffer) {
  const pieces: Buffer[] = []
  let header = 0
  for (let at = 0, from = 0; at < file.length; ) {
    const size = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'moof') {
      header ||= at
      from = at
    }
    at += size
    if (type === 'mdat') pieces.push(file.subarray(from, at))
  }
  return { header: file.subarray(0, header), pieces }
}

const { header, pieces } = cut(VIDEO)
const WINDOW = 6
const variant = (n: number, name = 'live.m3u8') =>
  `#EXT-X-STREAM-INF:BANDWIDTH=${1000 + n},CODECS="vp09.00.10.08"\n${name}?${n}\n`
const OPEN = { 'access-control-allow-origin': '*' }

/** A local live video: a new segment every second. */
export async function openStream() {
  const started = performance.now()
  let alive = true
  let stoppedAt: number | undefined
  let delay = 0
  const asked: string[] = []
  const timers = new Set<NodeJS.Timeout>()
  const newest = () =>
    Math.min(pieces.length, WINDOW + Math.floor(((stoppedAt ?? performance.now()) - started) / 1000))
  const playlist = (prefix = '') => {
    const first = newest() - WINDOW
    const listed = Array.from({ length: WINDOW }, (_, n) => `#EXTINF:1.0,\n${prefix}${first + n}.m4s\n`)
    return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:${first}\n#EXT-X-MAP:URI="${prefix}header.mp4"\n${listed.join('')}`
  }
  const endless = (answer: ServerResponse, text: string) => {
    answer.writeHead(200, OPEN).write('#EXTM3U\n')
    timers.add(setInterval(() => answer.write(text), 20))
  }
  const paths: Record<string, (answer: ServerResponse) => void> = {
    '/live.m3u8': (answer) => answer.writeHead(200, OPEN).end(playlist()),
    '/closed.m3u8': (answer) => answer.writeHead(200).end(playlist()),
    '/elsewhere.m3u8': (answer) => answer.writeHead(200, OPEN).end(playlist(`http://localhost:${port}/`)),
    '/first-dead.m3u8': (answer) =>
      answer.writeHead(200, OPEN).end(`#EXTM3U\n${variant(9000, 'gone.m3u8')}${variant(1)}`),
    '/header.mp4': (answer) => answer.writeHead(200, OPEN).end(header),
    '/endless.m3u8': (answer) => endless(answer, '#EXTINF:1,\n1.m4s\n'.repeat(20_000)),
    '/many.m3u8': (answer) =>
      answer
        .writeHead(200, OPEN)
        .end(`#EXTM3U\n${Array.from({ length: 10_000 }, (_, n) => variant(n)).join('')}`),
    '/loop.m3u8': (answer) => answer.writeHead(302, { ...OPEN, location: '/loop.m3u8' }).end(),
  }
  const send = (url: string, answer: ServerResponse) => {
    const piece = pieces[Number(/^\/(\d+)\.m4s$/.exec(url)?.[1] ?? -1)]
    if (piece) answer.writeHead(200, OPEN).end(piece)
    else if (paths[url]) paths[url](answer)
    else if (url.startsWith('/live.m3u8?')) paths['/live.m3u8']?.(answer)
    else answer.writeHead(404, OPEN).end()
  }
  const server = createServer(({ url = '/' }, answer) => {
    asked.push(url)
    if (!alive) return void answer.destroy()
    if (delay === 0) send(url, answer)
    else timers.add(setTimeout(() => send(url, answer), delay))
  }).listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    asked: (path: RegExp) => asked.filter((each) => path.test(each)).length,
    /** Stops the server. */
    die: () => {
      alive = false
      server.closeAllConnections()
    },
    revive: () => {
      alive = true
    },
    /** The server responds, but adds no segments. */
    stop: () => {
      stoppedAt = performance.now()
    },
    continue: () => {
      stoppedAt = undefined
    },
    slow: (ms: number) => {
      delay = ms
    },
    close: () => {
      for (const timer of timers) clearInterval(timer)
      server.closeAllConnections()
      server.close()
    },
  }
}
