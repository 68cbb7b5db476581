import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'sealed:'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Kinds of sealed values. Each has its own key. */
export type SealPurpose =
  | 'kiosk-key'
  | 'device-pin'
  | 'move-ticket'
  | 'second-factor'
  | 'provider-secret'
  | 'login-ticket'
  | 'passkey-ticket'
  | 'page-login'
  | 'page-session'

/**
 * Encrypts secrets that the database must store but not reveal, with AES-256-GCM. The row's id is authenticated too, so
 * a sealed value copied to another row doesn't open.
 */
export class Seal {
  readonly #secret: string
  readonly #keys = new Map<SealPurpose, Buffer>()

  constructor(secret: string) {
    this.#secret = secret
  }

  #key(purpose: SealPurpose): Buffer {
    const known = this.#keys.get(purpose)
    if (known) return known
    const key = createHmac('sha256', this.#secret).update(`seal ${purpose}`).digest()
    this.#keys.set(purpose, key)
    return key
  }

  /** Derives a key or name from the installation's key and a row: always the same, and stored nowhere. */
  derive(purpose: 'webhook' | 'screen-hint' | 'setup-signature' | 'trigger', rowId: string): string {
    return createHmac('sha256', this.#secret).update(`derive ${purpose} ${rowId}`).digest('hex')
  }

  seal(purpose: SealPurpose, rowId: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key(purpose), nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(rowId))
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return PREFIX + sealed.toString('base64url')
  }

  /**
   * Decrypts a value; null if it was sealed with another key, for another row, or changed. Returns a value from before
   * sealing unchanged: during an update, servers of the previous version still write such values.
   */
  open(purpose: SealPurpose, rowId: string, stored: string): string | null {
    if (!isSealed(stored)) return stored
    const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64url')
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', this.#key(purpose), nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(rowId))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      return (
        decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      )
    } catch {
      return null
    }
  }
}

export const isSealed = (stored: string): boolean => stored.startsWith(PREFIX)
