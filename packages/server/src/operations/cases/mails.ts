import type { ListedCase } from '@vitrine/contract/api/operations/cases'

/** `console`: its address, without a slash at its end. */
const address = (console: string) => `${console}/#/app/open-case`

/** To the operator of the server. */
export const caseMail = (console: string, asked: ListedCase, from: string) => ({
  subject: `Case: ${asked.subject}`,
  text: [
    `${asked.author} (${from}), ${asked.organization.name}:`,
    asked.text,
    ...(asked.device ? [`Screen: ${asked.device.name}`] : []),
    ...(asked.facts ? [asked.facts] : []),
    `Reply here: ${address(console)}`,
  ].join('\n\n'),
})

/** To the author of the case. */
export const answerMail = (console: string, { subject }: ListedCase, text: string) => ({
  subject: `Re: ${subject}`,
  text: [text, `View your case: ${address(console)}`].join('\n\n'),
})
