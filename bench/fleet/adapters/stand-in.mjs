// A server of fifty lines with an adapter: the minimum that can notify screens of a change, as the baseline for
// comparison and a template for adapters of real servers. Its screens keep a connection open, receive a number, and
// report that they show it.
import { createServer, get } from 'node:http'

export const STATES = ['held', 'shown']

/**
 * Starts the server, or uses the one with the given address (`server`, `email`, `password`), and prepares `count`
 * screens. `screens`: JSON argument of `play` for each. `shared`: the same for all. `change` prepares a change and
 * returns a function that sends it. `remove` cleans up.
 */
export async function prepare({ count }) {
  const lines = new Set()
  let version = 0
  const server = createServer((request, response) => {
    if (request.url === '/line') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${version}\n\n`)
      lines.add(response)
      response.on('close', () => lines.delete(response))
      return
    }
    if (request.url === '/save') for (const line of lines) line.write(`data: ${version}\n\n`)
    response.end('ok')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${server.address().port}`
  return {
    screens: Array.from({ length: count }, (_, n) => n),
    shared: { url },
    change: async () => {
      version++
      return () => fetch(`${url}/save`)
    },
    remove: async () => {
      for (const line of lines) line.destroy()
      server.close()
    },
  }
}

/**
 * Plays one screen, in another process; resolves once it is connected. Calls `reached` with each of STATES after a
 * change.
 */
export async function play(_screen, n, { shared, reached }) {
  // Several addresses, or there aren't enough ports.
  const localAddress = `127.0.0.${2 + (n % 8)}`
  const line = await new Promise((resolve, reject) => {
    get(`${shared.url}/line`, { localAddress, agent: false }, resolve).on('error', reject)
  })
  line.on('data', () => {
    reached('held')
    get(`${shared.url}/shown`, { localAddress, agent: false }, (answer) => {
      answer.resume().on('end', () => reached('shown'))
    }).on('error', ({ code }) => reached(code))
  })
}
