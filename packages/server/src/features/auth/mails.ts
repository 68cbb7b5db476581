import { trimSlashes } from '@vitrine/contract/trim-slashes'
import type { Origins } from '#features/handler.ts'

/** Codes stand behind the #: no server and no log sees them. */
const link = ({ console }: Origins, path: string, code: string) =>
  `${trimSlashes(console)}/#/auth/${path}?code=${code}`

export const verificationMail = (origins: Origins, firstName: string, code: string) => ({
  subject: 'Verify your e-mail address',
  text: [
    `Hello ${firstName},`,
    'open this address to verify your e-mail address. It works once, for 24 hours:',
    link(origins, 'verify-email', code),
    'If you did not ask for this, do nothing.',
  ].join('\n\n'),
})

export const resetMail = (origins: Origins, firstName: string, code: string) => ({
  subject: 'Choose a new password',
  text: [
    `Hello ${firstName},`,
    'open this address to choose a new password. It works once, for one hour:',
    link(origins, 'reset-password', code),
    'If you did not ask for this, do nothing: your password stays as it is.',
  ].join('\n\n'),
})

export const mobileText = (code: string) => ({
  subject: '',
  text: `${code} is your Vitrine code. It is good for 10 minutes.`,
})
