// A passkey authenticator in software: ES256 and no attestation, after Web Authentication Level 3.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/** What an authenticator does wrong, or a site that isn't the console. */
export interface Fault {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** It asked for no fingerprint and no PIN. */
  unverified?: boolean
  userHandle?: string
  counter?: number
  /** `packed` with a certificate, as devices of companies send. */
  attestation?: 'packed' | 'certified'
}

interface CreationOptions {
  rp: { id: string }
  user: { id: string }
  challenge: string
}
interface RequestOptions {
  rpId: string
  challenge: string
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64url')

export class Authenticator {
  readonly id = base64url(randomBytes(16))
  readonly #privateKey: KeyObject
  readonly #publicKey: Map<number, number | Uint8Array>
  #user = 'bm9uZQ'
  counter = 0

  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
    this.#privateKey = privateKey
    this.#publicKey = new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, bytes(x)],
      [-3, bytes(y)],
    ])
  }

  /** Answers `navigator.credentials.create`. */
  create({ rp, user, challenge }: CreationOptions, fault: Fault = {}) {
    this.#user = user.id
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const key = Buffer.from(isoCBOR.encode(this.#publicKey as never))
    const authData = Buffer.concat([
      this.#data(fault.rpId ?? rp.id, ATTESTED, fault),
      Buffer.alloc(16),
      length,
      id,
      key,
    ])
    const attested = new Map<string, unknown>([
      ['fmt', fault.attestation === undefined ? 'none' : 'packed'],
      ['attStmt', this.#statement(fault.attestation, authData)],
      ['authData', Uint8Array.from(authData)],
    ])
    return {
      id: this.id,
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, fault)),
        attestationObject: base64url(isoCBOR.encode(attested as never)),
        transports: ['internal'],
      },
    }
  }

  /** Answers `navigator.credentials.get`. */
  get({ rpId, challenge }: RequestOptions, fault: Fault = {}) {
    const clientData = this.#clientData('webauthn.get', challenge, fault)
    const data = this.#data(fault.rpId ?? rpId, 0, fault)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#privateKey)
    return {
      id: this.id,
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: fault.userHandle ?? this.#user,
      },
    }
  }

  #clientData(type: string, challenge: string, fault: Fault): string {
    return JSON.stringify({
      type: fault.type ?? type,
      challenge: fault.challenge ?? challenge,
      origin: fault.origin ?? this.origin,
      crossOrigin: false,
    })
  }

  #data(rpId: string, flags: number, { unverified, counter }: Fault): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.counter)
    const all = flags | PRESENT | (unverified ? 0 : VERIFIED)
    return Buffer.concat([sha256(rpId), Buffer.from([all]), count])
  }

  #statement(attestation: Fault['attestation'], authData: Buffer): Map<string, unknown> {
    if (attestation === undefined) return new Map()
    const sig = Uint8Array.from(sign('sha256', authData, this.#privateKey))
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', sig],
    ])
    if (attestation === 'certified') statement.set('x5c', [Uint8Array.from([0x30, 0x00])])
    return statement
  }
}
