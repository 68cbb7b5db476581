import { hash, verify } from '@node-rs/argon2'

/** Argon2id, OWASP's second recommended set: 19 MiB, two passes. Runs off the main thread. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

let decoy: Promise<string> | undefined

/** Without a stored hash it works just as long, so that an unknown account takes as long to refuse as a known one. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('no account has this')
  const matches = await verify(stored ?? (await decoy), password)
  return matches && stored !== undefined
}
