import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const HTML = { 'content-type': 'text/html' }
const filled = (colour: string, script = '') =>
  `<body style="margin:0;background:${colour}"><script>${script}</script>`

/** A hostile page's attempts: the player's window and document, another window, a dialog, and a forbidden site. */
const hostile = (elsewhere: string) => `
  try { top.location = '/' } catch {}
  try { parent.parent.document.body.innerHTML = '' } catch {}
  open('/'); alert('x')
  setTimeout(() => { location = '${elsewhere}' }, 1500)`

const NOISE = `
  const sound = new Audio('/tone.webm')
  sound.loop = true
  sound.play().then(() => fetch('/heard'), () => fetch('/silent'))`

/** A local site with good and bad paths; its first page is green while it is up. */
export async function openSite(tone: Buffer = Buffer.alloc(0)) {
  let alive = true
  let isCalm = false
  const asked: string[] = []
  const timers = new Set<NodeJS.Timeout>()
  const pages: Record<string, (answer: ServerResponse) => void> = {
    '/': (answer) => answer.writeHead(200, HTML).end(filled('#0f0')),
    '/hostile': (answer) =>
      answer.writeHead(200, HTML).end(filled('#00f', hostile(`http://localhost:${port}/`))),
    // Blocks its thread: from the start, or soon after it has loaded, until it is calm.
    '/busy': (answer) => answer.writeHead(200, HTML).end(filled('#fff', 'for (;;);')),
    '/busy-later': (answer) =>
      answer
        .writeHead(200, HTML)
        .end(isCalm ? filled('#00f') : filled('#0f0', 'setTimeout(() => { for (;;); }, 1500)')),
    '/noise': (answer) => answer.writeHead(200, HTML).end(filled('#00f', NOISE)),
    '/tone.webm': (answer) => answer.writeHead(200, { 'content-type': 'video/webm' }).end(tone),
    '/loop': (answer) => answer.writeHead(302, { location: '/loop' }).end(),
    '/headers': (answer) => {
      answer.socket?.write(`HTTP/1.1 200 OK\r\n${`X-Fill: ${'a'.repeat(8000)}\r\n`.repeat(1300)}\r\n`)
    },
    '/endless': (answer) => {
      answer.writeHead(200, HTML).write(filled('#0f0'))
      timers.add(setInterval(() => answer.write('<p>more</p>'), 200))
    },
  }
  const server = createServer(({ url = '/' }, answer) => {
    asked.push(url)
    if (!alive) return void answer.destroy()
    const to = /^\/to\?(.*)$/.exec(url)?.[1]
    if (to !== undefined) return void answer.writeHead(302, { location: decodeURIComponent(to) }).end()
    const page = pages[url]
    if (page) page(answer)
    else answer.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    asked: (path: string) => asked.filter((each) => each === path).length,
    die: () => {
      alive = false
      server.closeAllConnections()
    },
    calm: () => {
      isCalm = true
    },
    revive: () => {
      alive = true
    },
    close: () => {
      for (const timer of timers) clearInterval(timer)
      server.closeAllConnections()
      server.close()
    },
  }
}
