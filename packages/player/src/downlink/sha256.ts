import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** An incremental SHA-256 in JavaScript: Web Crypto requires https and the whole input. */
export interface Sha256 {
  update(bytes: Uint8Array): void
  hex(): string
}

export function createSha256(): Sha256 {
  const hash = sha256.create()
  return { update: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.digest()) }
}

export const sha256Of = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
