// Asks the browser for passkeys. Its library loads when the first is used.
import type { PasskeyProof } from '@vitrine/contract/api/accounts/passkey-proof'
import i18next from 'i18next'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { ApiError } from '#lib/server/transport.ts'
import { reasonText } from '#lib/text/error-text.ts'

const loadApi = () => loadChunk(() => import('#lib/api.ts'))
const loadWebAuthn = () => loadChunk(() => import('@simplewebauthn/browser'))

/** Browsers have passkeys on HTTPS and localhost, and not at addresses without a name. */
export const hasPasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !isAddress(window.location.hostname)

const isAddress = (host: string) => host.includes(':') || /^[\d.]+$/.test(host)

/** Passkeys belong to another address of the console. */
class Elsewhere extends Error {
  readonly host: string

  constructor(host: string) {
    super()
    this.host = host
  }
}

function refuseElsewhere(host: string): void {
  const { hostname } = window.location
  if (hostname !== host && !hostname.endsWith(`.${host}`)) throw new Elsewhere(host)
}

/** `autofill`: the browser offers passkeys in the field of the email, and this waits until one is chosen. */
export async function askPasskey(autofill = false): Promise<PasskeyProof> {
  const [{ api }, { startAuthentication }] = await Promise.all([loadApi(), loadWebAuthn()])
  const { options, ticket } = await api.passkeys.beginLogin()
  refuseElsewhere(options.rpId)
  const { id, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill: autofill })
  return { ticket, credential: { id, response } }
}

/** Whether the browser can offer passkeys in a field. */
export const canAutofill = async (): Promise<boolean> =>
  hasPasskeys() && (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) === true

/** Ends an autofill that still waits. */
export const stopAsking = async (): Promise<void> =>
  (await loadWebAuthn()).WebAuthnAbortService.cancelCeremony()

/** Makes a passkey on the person's device, and what the server is to keep of it. */
export async function makePasskey(currentPassword: string) {
  const [{ api }, { startRegistration }] = await Promise.all([loadApi(), loadWebAuthn()])
  const { options, ticket } = await api.passkeys.begin({ body: { currentPassword } })
  refuseElsewhere(options.rp.id)
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, response } = await startRegistration({ optionsJSON })
  return { ticket, credential: { id, response } }
}

/** Why no passkey was used or made; undefined for an error that isn't about passkeys. */
export function passkeyProblem(error: unknown): string | undefined {
  if (error instanceof ApiError) return reasonText(error)
  if (error instanceof Elsewhere) return i18next.t('passkey.elsewhere', { host: error.host })
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return i18next.t('passkey.there')
  if (name === 'NotAllowedError' || name === 'AbortError') return i18next.t('passkey.refused')
  return undefined
}
