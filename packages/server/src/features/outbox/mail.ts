import { createTransport } from 'nodemailer'
import type { RichMail } from './queries.ts'

export interface Mail {
  /** Id of the message in the outbox. */
  id: string
  to: string
  subject: string
  text: string
  rich?: RichMail | undefined
}

/** Sends a message; throws if the receiver refuses it. */
export type Carrier = (message: Mail) => Promise<void>

/** A connection to the mail server. The operator chooses the address, so it may be in the local network. */
export function smtpTransport(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // The texts are ours, but names in them aren't: a message must not read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Sends by SMTP. */
export function smtpCarrier(url: string, from: string): Carrier {
  const transport = smtpTransport(url)
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return async ({ id, to, subject, text, rich }) => {
    const attachments = rich?.files.map(({ name, mimetype, base64, cid }) => ({
      ...{ filename: name, contentType: mimetype, content: Buffer.from(base64, 'base64') },
      ...(cid && { cid, contentDisposition: 'inline' as const }),
    }))
    const page = rich && { html: rich.html, attachments }
    // The same for every attempt, so that mail servers can drop duplicates.
    const messageId = `<${id}@${domain}>`
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text, messageId, ...page })
  }
}
