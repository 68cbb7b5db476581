/** No look-alikes, because passwords are read aloud and typed. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const DIGITS = '23456789'

/** A random password of four groups with a digit each, about 77 bits: `kmtr4-hpwx7-…`. */
export function newPassword(): string {
  return Array.from({ length: 4 }, () => `${pick(LETTERS, 4)}${pick(DIGITS, 1)}`).join('-')
}

function pick(from: string, count: number): string {
  let picked = ''
  while (picked.length < count) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    // Rejection sampling: values beyond the last whole multiple would bias the first letters.
    if (byte < 256 - (256 % from.length)) picked += from[byte % from.length]
  }
  return picked
}
