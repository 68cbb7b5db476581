import http from 'node:http'
import { connect } from 'node:net'

const BYTES_MAX = 8_000_000
/** Milliseconds after which a missing response is a fault. */
const TIMEOUT_MS = 60_000

/** Sends requests to one origin on the loopback interface, including malformed ones that no HTTP library would send. */
export class Client {
  #agent = new http.Agent({ keepAlive: true, maxSockets: 128 })
  #url

  constructor(url) {
    this.#url = new URL(url)
  }

  /**
   * Resolves with `{ status, headers, text, ms }`. `status` 0: no response, with the reason in `text`. `listenMs`: the
   * connection is cut this long after sending. `cutAfter`: only this many bytes of the body are sent before it is cut.
   */
  send({ method, path, headers = {}, body, listenMs, cutAfter }) {
    const began = performance.now()
    return new Promise((resolve) => {
      let isCut = false
      const done = (answer) => {
        clearTimeout(timer)
        resolve({ headers: {}, isCut, ...answer, ms: performance.now() - began })
      }
      const request = http.request(
        {
          ...{ host: this.#url.hostname, port: this.#url.port, agent: this.#agent, method, path },
          headers: { ...(body && { 'content-length': body.length }), ...headers },
        },
        (response) => {
          const { statusCode: status, headers: received } = response
          const chunks = []
          let bytes = 0
          const finish = () =>
            done({ status, headers: received, text: Buffer.concat(chunks).toString('utf8') })
          response.on('data', (chunk) => {
            bytes += chunk.length
            if (bytes < BYTES_MAX) chunks.push(chunk)
          })
          response.on('end', finish).on('error', finish).on('close', finish)
        },
      )
      const timer = setTimeout(() => {
        isCut = listenMs !== undefined
        request.destroy(new Error(isCut ? 'cut' : `no answer within ${TIMEOUT_MS / 1000} s`))
      }, listenMs ?? TIMEOUT_MS)
      request.on('error', (error) => done({ status: 0, text: error.code ?? error.message }))
      if (cutAfter === undefined || !body) return request.end(body)
      isCut = true
      request.write(body.subarray(0, cutAfter), () => setTimeout(() => request.destroy(), 20))
    })
  }

  /** Writes raw bytes and resolves when the server closes, or after `listenMs`. */
  sendRaw(bytes, listenMs = 400) {
    const began = performance.now()
    return new Promise((resolve) => {
      const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port) })
      let text = ''
      const timer = setTimeout(() => socket.destroy(), listenMs)
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        if (text.length < 100_000) text += chunk
      })
      socket.on('close', () => {
        clearTimeout(timer)
        const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1] ?? 0)
        const body = text.slice(text.indexOf('\r\n\r\n') + 4)
        resolve({ status, headers: headersOf(text), text: body, isCut: true, ms: performance.now() - began })
      })
      socket.write(bytes)
    })
  }

  /** Calls with JSON and resolves with the parsed response. Throws on a refusal. */
  async call(method, path, body, token, address) {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(address && { 'x-forwarded-for': address }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const answer = await this.send({ method, path: `/api${path}`, headers, body: sent })
    if (answer.status < 200 || answer.status > 299)
      throw Object.assign(new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`), {
        status: answer.status,
      })
    return JSON.parse(answer.text)
  }

  /** An event stream as a bare connection. `reads: false`: never reads from it. */
  stream(path, token, address, { reads = true } = {}) {
    const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port) })
    socket.on('error', () => {})
    if (reads) socket.resume()
    else socket.pause()
    socket.write(
      `GET /api${path} HTTP/1.1\r\nhost: ${this.#url.host}\r\nx-forwarded-for: ${address}\r\nauthorization: Bearer ${token}\r\n\r\n`,
    )
    return socket
  }

  close() {
    this.#agent.destroy()
  }
}

function headersOf(text) {
  const head = text.slice(0, text.indexOf('\r\n\r\n'))
  return Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.split(':')[0].toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
}
