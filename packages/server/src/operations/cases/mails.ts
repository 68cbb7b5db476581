import type { ListedCase } from '@vitrine/contract/api/operations/cases'
import { trimSlashes } from '@vitrine/contract/trim-slashes'
import type { Origins } from '#base/platform.ts'

const address = ({ console }: Origins) => `${trimSlashes(console)}/#/app/open-case`

/** To the operator of the server. */
export const caseMail = (origins: Origins, asked: ListedCase, from: string) => ({
  subject: `Case: ${asked.subject}`,
  text: [
    `${asked.author} (${from}), ${asked.organization.name}:`,
    asked.text,
    ...(asked.device ? [`Screen: ${asked.device.name}`] : []),
    ...(asked.facts ? [asked.facts] : []),
    `Reply here: ${address(origins)}`,
  ].join('\n\n'),
})

/** To the author of the case. */
export const answerMail = (origins: Origins, { subject }: ListedCase, text: string) => ({
  subject: `Re: ${subject}`,
  text: [text, `View your case: ${address(origins)}`].join('\n\n'),
})
