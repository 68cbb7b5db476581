import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/**
 * A real SMTP server in this process, without TLS. `mails`: raw messages. While `refusing`, it refuses all: with this
 * code, or 450, after which senders try again. `slow`: milliseconds before it confirms a message.
 */
export class MailServer {
  readonly mails: { to: string[]; text: string }[] = []
  refusing: boolean | number = false
  slow = 0
  /** Passwords that arrived. */
  readonly passwords: string[] = []
  readonly #server: SMTPServer

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      closeTimeout: 1000,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) => {
        this.passwords.push(password ?? '')
        return username === 'sign@age' && password === 'pass word'
          ? done(null, { user: username })
          : done(new Error('wrong'))
      },
      onRcptTo: (_address, _session, done) => done(this.refusing ? refusal(this.refusing) : null),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address)
          this.mails.push({ to, text: plain(Buffer.concat(chunks)) })
          setTimeout(done, this.slow)
        })
      },
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.server.address() as AddressInfo
    return `smtp://sign%40age:pass%20word@127.0.0.1:${port}`
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

/** Decodes soft line breaks and escapes of quoted-printable, whose bytes are UTF-8. */
const plain = (raw: Buffer) => {
  const bytes = raw
    .toString('latin1')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

const refusal = (code: true | number) =>
  Object.assign(new Error('not now'), { responseCode: code === true ? 450 : code })
