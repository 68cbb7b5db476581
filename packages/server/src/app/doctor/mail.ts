import { smtpTransport } from '#features/outbox/mail.ts'
import type { Settings } from '#lib/env.ts'
import { bad, type Finding, good } from './finding.ts'

/** Connects and logs in to the mail server, and sends nothing. */
export async function checkMail({ SMTP_URL, MAIL_FROM }: Settings): Promise<Finding> {
  if (!SMTP_URL)
    return bad('SMTP_URL is not set, so no email is sent: no alerts, and no links to reset a password.')
  const { hostname } = new URL(SMTP_URL)
  const transport = smtpTransport(SMTP_URL)
  try {
    await transport.verify()
    return good(`${hostname} accepts the login; messages will be from ${MAIL_FROM}.`)
  } catch (error) {
    return bad(`${hostname} can't be used: ${(error as Error).message.replace(/\.$/, '')}.`)
  } finally {
    transport.close()
  }
}
