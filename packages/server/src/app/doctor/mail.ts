import { mailError, smtpTransport } from '#base/outbox/mail.ts'
import type { Settings } from '#lib/env.ts'
import { bad, type Finding, good } from './finding.ts'

/** Connects and logs in to the mail server, and sends nothing. */
export async function checkMail(settings: Settings): Promise<Finding> {
  const { SMTP_URL, MAIL_FROM } = settings
  if (!SMTP_URL)
    return bad('SMTP_URL is not set, so no email is sent: no alerts, and no links to reset a password.')
  const { hostname } = new URL(SMTP_URL)
  const transport = smtpTransport(SMTP_URL, settings, { brief: true })
  try {
    await transport.verify()
    return good(`${hostname} accepts the login; messages will be from ${MAIL_FROM}.`)
  } catch (error) {
    return bad(`${hostname} can't be used: ${mailError(error).message.replace(/\.$/, '')}.`)
  } finally {
    transport.close()
  }
}
