import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { Seal } from '#lib/security/seal.ts'

/** Prefix of an Ed25519 key in PKCS #8 DER, before its 32 bytes. */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The installation's key: the same on all its servers, and after a restart. */
const keyOf = (seal: Seal) =>
  createPrivateKey({
    key: Buffer.concat([ED25519, Buffer.from(seal.derive('setup-signature', 'debian'), 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })

export const signSetup = (seal: Seal, bytes: Buffer): Buffer => sign(null, bytes, keyOf(seal))

/** In base64 of DER, which `openssl pkeyutl` reads after `base64 -d`. */
export const publicSetupKey = (seal: Seal): string =>
  createPublicKey(keyOf(seal)).export({ format: 'der', type: 'spki' }).toString('base64')
