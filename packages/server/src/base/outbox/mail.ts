import { createTransport } from 'nodemailer'
import type { Settings } from '#lib/env.ts'
import type { RichMail } from './queries.ts'

const MINUTE = 60_000
/** Milliseconds that RFC 5321, section 4.5.3.2, has a sender wait for the greeting, and for the answer to a message. */
const PATIENT = { greetingTimeout: 5 * MINUTE, socketTimeout: 10 * MINUTE }
const BRIEF = { greetingTimeout: 10_000, socketTimeout: 30_000 }

export interface Mail {
  /** Id of the message in the outbox. */
  id: string
  to: string
  subject: string
  text: string
  rich?: RichMail | undefined
  /** A name in front of the server's address; undefined: as it is set. */
  from?: string | undefined
}

/** Sends a message; throws if the receiver refuses it. */
export type Carrier = (message: Mail) => Promise<void>

export type MailSettings = Pick<Settings, 'SMTP_URL' | 'SMTP_TLS' | 'MAIL_FROM'>

/**
 * A connection to the mail server. The operator chooses the address, so it may be in the local network. `brief`: for a
 * person who waits, not for a message.
 */
export function smtpTransport(url: string, { SMTP_TLS }: MailSettings, { brief = false } = {}) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // Anyone on the way could remove the offer of TLS, and read the password.
    requireTLS: SMTP_TLS === 'required' || (SMTP_TLS === undefined && username !== ''),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: 10_000,
    ...(brief ? BRIEF : PATIENT),
    // The texts are ours, but names in them aren't: a message must not read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Thrown by a carrier for a message that the receiver refuses for good. */
export class RefusedForGood extends Error {}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
}

/**
 * What went wrong, for people. An answer of 500 or more to the addresses or the text is final; one to the login or about
 * TLS isn't about this message.
 */
export function mailError(error: unknown): Error {
  const { code, responseCode = 0, message } = error as SmtpError
  if (code === 'ETLS')
    return new Error(
      `The mail server can't encrypt the connection, so nothing was sent (${message}). Use smtps://, or allow this with SMTP_TLS=optional`,
      { cause: error },
    )
  if (responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return new RefusedForGood(message, { cause: error })
  return error as Error
}

/** Sends by SMTP. */
export function smtpCarrier(url: string, settings: MailSettings): Carrier {
  const transport = smtpTransport(url, settings)
  const from = settings.MAIL_FROM
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  const own = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
  return async ({ id, to, subject, text, rich, from: name }) => {
    const attachments = rich?.files.map(({ name, mimetype, base64, cid }) => ({
      ...{ filename: name, contentType: mimetype, content: Buffer.from(base64, 'base64') },
      ...(cid && { cid, contentDisposition: 'inline' as const }),
    }))
    const page = rich && { html: rich.html, attachments }
    // The same for every attempt, so that mail servers can drop duplicates.
    const messageId = `<${id}@${domain}>`
    const sender = name === undefined ? from : { name, address: own }
    const message = { from: sender, to: { name: '', address: to }, subject, text, messageId, ...page }
    await transport.sendMail(message).catch((error) => {
      throw mailError(error)
    })
  }
}
