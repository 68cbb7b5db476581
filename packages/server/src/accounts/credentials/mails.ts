// Emails about accounts. `console`: its address for the person, without a slash at its end.

/** Codes are in the fragment, so that no server and no log sees them. */
const page = (console: string, path: string) => `${console}/#/auth/${path}`
const link = (console: string, path: string, code: string) => `${page(console, path)}?code=${code}`

const NAME_LENGTH = 40

/**
 * A name that is safe in an email. A stranger can register any address under any name, so text that email programs turn
 * into links and phone numbers is removed: only letters, spaces, hyphens, apostrophes and the dots of initials remain.
 */
export function plainName(name: string): string {
  const letters = name.normalize('NFKC').replace(/\p{Cf}/gu, '')
  const words = letters
    .replace(/[^\p{L}\p{M}\s.'’-]+/gu, ' ')
    .replace(/\.(?=\S)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...words].slice(0, NAME_LENGTH).join('').trim()
}

const greeting = (firstName: string) => {
  const name = plainName(firstName)
  return name ? `Hello ${name},` : 'Hello,'
}

export const verificationMail = (console: string, firstName: string, code: string) => ({
  subject: 'Verify your email address',
  text: [
    greeting(firstName),
    'Open this link to verify your email address. It works once and expires in 24 hours:',
    link(console, 'verify-email', code),
    "If you didn't request this, you can ignore this email.",
  ].join('\n\n'),
})

/**
 * The only reaction to registering an existing address: the response reveals nothing, and the owner gets this email.
 */
export const existingAccountMail = (console: string, firstName: string) => ({
  subject: 'You already have an account',
  text: [
    greeting(firstName),
    'Someone tried to register with your email address, which already has an account. To log in, open:',
    page(console, 'login'),
    'If you forgot your password, you can choose a new one:',
    page(console, 'forgot-password'),
    "If this wasn't you, you can ignore this email. Your account hasn't changed.",
  ].join('\n\n'),
})

export const resetMail = (console: string, firstName: string, code: string) => ({
  subject: 'Choose a new password',
  text: [
    greeting(firstName),
    'Open this link to choose a new password. It works once and expires in one hour:',
    link(console, 'reset-password', code),
    "If you didn't request this, you can ignore this email. Your password won't change.",
  ].join('\n\n'),
})

export const invitationMail = (
  console: string,
  { firstName, by, organization }: { firstName: string; by: string; organization: string },
  code: string,
) => ({
  subject: 'You have an account now',
  text: [
    greeting(firstName),
    `${plainName(by) || 'An administrator'} has added you to ${plainName(organization) || 'an organization'}.`,
    'Open this link to choose your password. It works once and expires in 7 days:',
    link(console, 'reset-password', code),
    'After that, you can get a new link here:',
    page(console, 'forgot-password'),
  ].join('\n\n'),
})

export const factorResetMail = (
  console: string,
  { firstName, by, organization }: { firstName: string; by: string; organization: string },
) => ({
  subject: 'Your second factor was turned off',
  text: [
    greeting(firstName),
    `${plainName(by) || 'An administrator'} has turned off the second factor of your account at ${plainName(organization) || 'Vitrine'}, removed its passkeys, and logged you out everywhere.`,
    'Log in with your password, and set up a new one under Profile:',
    page(console, 'login'),
    "If you didn't ask for this, change your password and tell your administrator.",
  ].join('\n\n'),
})

/** `name`: what the person calls the passkey; shown without what email programs make links of. */
export const passkeyMail = (
  console: string,
  { firstName, name, done }: { firstName: string; name: string; done: 'added' | 'removed' },
) => ({
  subject:
    done === 'added' ? 'A passkey was added to your account' : 'A passkey was removed from your account',
  text: [
    greeting(firstName),
    done === 'added'
      ? `The passkey "${plainName(name) || '–'}" can log in to your account now.`
      : `The passkey "${plainName(name) || '–'}" can't log in to your account anymore.`,
    "If this wasn't you, change your password, remove passkeys that you don't know under Profile, and tell your administrator:",
    page(console, 'login'),
  ].join('\n\n'),
})

export const mobileText = (code: string) => ({
  subject: '',
  text: `${code} is your Vitrine code. It expires in 10 minutes.`,
})
