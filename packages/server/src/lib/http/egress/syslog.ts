import dgram from 'node:dgram'
import net from 'node:net'
import tls from 'node:tls'
import { hostOf } from './proxy.ts'

/** Milliseconds for a connection and everything sent on it. */
const PATIENCE_MS = 20_000
/** Milliseconds that a receiver may take to close its side; the bytes have left by then. */
const CLOSING_MS = 2000
/** A datagram that doesn't fit is cut (RFC 5426, 3.2). */
const DATAGRAM_BYTES = 60_000
const PORTS: Record<string, number> = { 'tcp:': 514, 'udp:': 514, 'tls:': 6514 }

/** Characters of a name in a header, which has printable ASCII only. */
const named = (text: string, most: number) => text.replace(/[^!-~]/g, '').slice(0, most) || '-'

export interface SyslogMessage {
  at: string
  /** The kind of message. */
  id: string
  text: string
}

/** Log audit (13), notice (5). */
const PRIORITY = 13 * 8 + 5

/** A message of RFC 5424, in UTF-8. */
export const syslogLine = ({ at, id, text }: SyslogMessage, host: string): Buffer =>
  Buffer.from(`<${PRIORITY}>1 ${at} ${named(host, 255)} vitrine - ${named(id, 32)} - \ufeff${text}`)

/**
 * Sends messages in order to `tcp://`, `tls://`, or `udp://`, which the operator chose. Streams are framed by their length
 * (RFC 6587 and 5425). Resolves when the receiver's machine has them, as far as the protocol says; datagrams may be lost.
 */
export async function sendSyslog(address: string, lines: readonly Buffer[]): Promise<void> {
  const url = new URL(address)
  const [host, port] = [hostOf(url), Number(url.port || PORTS[url.protocol])]
  if (url.protocol === 'udp:') return sendDatagrams(lines, host, port)
  const frames = lines.flatMap((line) => [Buffer.from(`${line.length} `), line])
  const isTls = url.protocol === 'tls:'
  const socket = isTls
    ? tls.connect({ host, port, servername: net.isIP(host) ? '' : host })
    : net.connect(port, host)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new Error('The receiver took too long')), PATIENCE_MS)
    let closing: NodeJS.Timeout | undefined
    socket.on(isTls ? 'secureConnect' : 'connect', () => socket.end(Buffer.concat(frames)))
    socket.on('finish', () => {
      closing = setTimeout(() => socket.destroy(), CLOSING_MS)
    })
    // What it answers is no part of the protocol, but unread it would keep the connection open.
    socket.resume()
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(timer)
      clearTimeout(closing)
      resolve()
    })
  })
}

async function sendDatagrams(lines: readonly Buffer[], host: string, port: number): Promise<void> {
  const socket = dgram.createSocket(net.isIPv6(host) ? 'udp6' : 'udp4')
  try {
    for (const line of lines)
      await new Promise<void>((resolve, reject) =>
        socket.send(line.subarray(0, DATAGRAM_BYTES), port, host, (error) =>
          error ? reject(error) : resolve(),
        ),
      )
  } finally {
    socket.close()
  }
}
