// The token that a screen gets when it is connected, and calls with.
import { equalHashes, hashSecret, type Tokens } from '#lib/security/tokens.ts'

/**
 * A screen's proof that this installation issued its token for an organization, even if the database has lost it since.
 * The token ends with it.
 */
export const proofOf = (
  tokens: Tokens,
  deviceId: string,
  secretHash: string,
  organizationId: string,
): string => tokens.sign('device', `${deviceId} ${secretHash} ${organizationId}`)

/** `<device id>.<secret>.<organization id>.<proof>`; older screens have only the first two parts. */
export function readDeviceToken(tokens: Tokens, token: string) {
  const [deviceId = '', secret = '', organizationId = '', proof = ''] = token.split('.')
  const hash = hashSecret(secret)
  const isProven =
    organizationId !== '' && equalHashes(proof, proofOf(tokens, deviceId, hash, organizationId))
  return { deviceId, secret, hash, organizationId: isProven ? organizationId : null }
}
