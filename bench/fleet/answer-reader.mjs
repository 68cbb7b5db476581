import { StringDecoder } from 'node:string_decoder'

const LINE = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * Reads one HTTP response from a socket, also one that a proxy has divided into chunks. Smaller than a library, because
 * one process reads tens of thousands of streams. `onHead` receives the status, `onBody` the bytes of the body as they
 * arrive.
 */
export class AnswerReader {
  #rest = Buffer.alloc(0)
  #head = true
  #isChunked = false
  /** Bytes of the current chunk that haven't arrived; the line break after a chunk counts. */
  #left = 0

  constructor({ onHead, onBody }) {
    this.onHead = onHead
    this.onBody = onBody
  }

  push(bytes) {
    this.#rest = this.#rest.length ? Buffer.concat([this.#rest, bytes]) : bytes
    if (this.#head && !this.#readHead()) return
    if (this.#isChunked) return this.#readChunks()
    const body = this.#rest
    this.#rest = Buffer.alloc(0)
    if (body.length) this.onBody(body)
  }

  #readHead() {
    const end = this.#rest.indexOf(HEAD_END)
    if (end < 0) return false
    const head = this.#rest.toString('latin1', 0, end)
    this.#head = false
    this.#isChunked = /^transfer-encoding:\s*chunked\s*$/im.test(head)
    this.#rest = this.#rest.subarray(end + HEAD_END.length)
    this.onHead(Number(head.slice(9, 12)))
    return true
  }

  #readChunks() {
    while (this.#rest.length > 0) {
      if (this.#left === 0) {
        const end = this.#rest.indexOf(LINE)
        if (end < 0) return
        const size = Number.parseInt(this.#rest.toString('latin1', 0, end), 16)
        this.#rest = this.#rest.subarray(end + LINE.length)
        if (!(size > 0)) return
        this.#left = size + LINE.length
      }
      const piece = this.#rest.subarray(0, this.#left)
      this.#rest = this.#rest.subarray(piece.length)
      this.#left -= piece.length
      // What is left of the line break isn't part of the body.
      const body = piece.subarray(0, piece.length - Math.max(0, LINE.length - this.#left))
      if (body.length) this.onBody(body)
    }
  }
}

/** Divides a stream of server-sent events into the texts of its events. */
export function eventReader(onEvent) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return (bytes) => {
    rest += decoder.write(bytes)
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      onEvent(rest.slice(0, end))
      rest = rest.slice(end + 2)
    }
  }
}
