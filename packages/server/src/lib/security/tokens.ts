import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { sessionExpired } from '#lib/errors.ts'
import { newSecret } from '#lib/ids.ts'

const MINUTE = 60_000
const ACCESS_LIFETIME = 15 * MINUTE
export const REFRESH_LIFETIME = 30 * 24 * 60 * MINUTE
/** Of a kiosk's session, from its start: a machine may be switched off before its page ends the session. */
export const KIOSK_LIFETIME = 12 * 60 * MINUTE
/** Of a session through a provider, from its start: someone whom it no longer logs in is out the same day. */
export const PROVIDER_LIFETIME = 12 * 60 * MINUTE
/**
 * Milliseconds for which a repeated previous refresh token gets the same successor: after a lost response, or in a
 * second tab.
 */
export const REFRESH_GRACE = 30_000
const MEDIA_LIFETIME = 12 * 60 * MINUTE
/** Media tokens change only this often, so that file URLs stay cacheable. */
const MEDIA_WINDOW = 6 * 60 * MINUTE

type Kind = 'access' | 'media'

/** Only hashes of opaque tokens are stored. SHA-256 in hex. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex')

export const equalHashes = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/**
 * Signs and verifies tokens. Each kind has its own key, derived from the installation's secret, so that none can be
 * used as another.
 */
export class Tokens {
  readonly #secret: string
  readonly #verified = new Map<string, { sessionId: string; expires: number }>()

  constructor(secret: string) {
    this.#secret = secret
  }

  #key(purpose: string): Uint8Array<ArrayBuffer> {
    return new Uint8Array(createHmac('sha256', this.#secret).update(purpose).digest())
  }

  async #sign(kind: Kind, sessionId: string, issued: number, expires: number): Promise<string> {
    return new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', typ: kind })
      .setSubject(sessionId)
      .setIssuedAt(Math.floor(issued / 1000))
      .setExpirationTime(Math.floor(expires / 1000))
      .sign(this.#key(kind))
  }

  access(sessionId: string, now: number): Promise<string> {
    return this.#sign('access', sessionId, now, now + ACCESS_LIFETIME)
  }

  /** Only valid for reading files; the same token for hours. */
  media(sessionId: string, now: number): Promise<string> {
    const start = Math.floor(now / MEDIA_WINDOW) * MEDIA_WINDOW
    return this.#sign('media', sessionId, start, start + MEDIA_WINDOW + MEDIA_LIFETIME)
  }

  verifyAccess(token: string, now: number): Promise<string> {
    return this.#verify('access', token, now)
  }

  verifyMedia(token: string, now: number): Promise<string> {
    return this.#verify('media', token, now)
  }

  /** The session's id, or 401. Verified tokens are cached until they expire. */
  async #verify(kind: Kind, token: string, now: number): Promise<string> {
    const key = `${kind}:${token}`
    const known = this.#verified.get(key)
    if (known && known.expires > now) return known.sessionId
    try {
      const { payload } = await jwtVerify(token, this.#key(kind), {
        algorithms: ['HS256'],
        typ: kind,
        currentDate: new Date(now),
      })
      if (!payload.sub || !payload.exp) throw sessionExpired()
      if (this.#verified.size >= 10_000) this.#verified.clear()
      this.#verified.set(key, { sessionId: payload.sub, expires: payload.exp * 1000 })
      return payload.sub
    } catch {
      throw sessionExpired()
    }
  }

  /** The secret part of a session's first refresh token: `<random>.<signature>`. */
  firstRefresh(sessionId: string): string {
    return this.#signRefresh(sessionId, newSecret())
  }

  /**
   * The next refresh secret: derived instead of random, so that a repeated request gets the same successor without
   * storing it.
   */
  successor(sessionId: string, secret: string): string {
    return this.#signRefresh(
      sessionId,
      createHmac('sha256', this.#key('refresh')).update(secret).digest('base64url'),
    )
  }

  /**
   * Whether a secret was issued for this session, now or earlier. Older versions issued secrets without a signature.
   */
  isRefresh(sessionId: string, secret: string): boolean {
    const [random = ''] = secret.split('.')
    return equalHashes(secret, this.#signRefresh(sessionId, random))
  }

  #signRefresh(sessionId: string, random: string): string {
    const signed = createHmac('sha256', this.#key('refresh proof')).update(`${sessionId} ${random}`)
    return `${random}.${signed.digest('base64url')}`
  }

  /** Signs a text for a separate purpose. */
  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.#key(purpose)).update(text).digest('base64url')
  }
}
