// OpenID Connect with the organization's provider. Every request to it goes through the one way out.
import { createRemoteJWKSet, type JWTPayload, jwtVerify, customFetch as keysFetch } from 'jose'
import * as oidc from 'openid-client'
import type { Platform } from '#base/platform.ts'
import { systemClock } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { fetchPublic } from '#lib/http/egress/egress.ts'
import { EgressRefused } from '#lib/http/egress/refused.ts'
import { egressTurns } from '#lib/http/egress/turns.ts'
import type { Provider } from './queries.ts'

/** Milliseconds for one answer, and the most bytes of it. */
const ANSWER_MS = 8000
const ANSWER_BYTES = 256 * 1024
/** Milliseconds that a provider's description counts, and a failure to get it. */
const DESCRIBED_FOR = 3_600_000
const FAILED_FOR = 10_000
/** Descriptions in memory; beyond that the oldest are dropped. */
const DESCRIPTIONS_MAX = 500
/** Seconds that the clocks may differ. */
const CLOCK_TOLERANCE = 60
/** Work that waits per address and per organization, whose calls run one at a time. */
const turns = egressTurns([20, 200])

const MULTIPLE_FACTORS = new Set(['mfa', 'otp', 'hwk', 'swk', 'sc'])
/** Phishing-resistant authentication, which is by a key of the person's device. */
const STRONG_CLASSES = new Set(['phr', 'phrh'])

interface Description {
  at: number
  metadata: Promise<oidc.ServerMetadata>
  failedAt?: number
  keys?: oidc.ExportedJWKSCache
  keySet?: ReturnType<typeof createRemoteJWKSet>
}

export interface Claims {
  subject: string
  email: string
  emailVerified: boolean
  firstName: string
  lastName: string
  /** Null if the provider names none. */
  groups: string[] | null
  /** The provider says that it asked for a second factor. */
  hasFactor: boolean
  providerSession: string | null
}

const providerUnavailable = (why: string) =>
  new AppError('PROVIDER_UNAVAILABLE', `Your organization's provider can't be reached right now: ${why}`)
export const providerRefused = (why: string) => new AppError('PROVIDER_REFUSED', why)

type Needs = Pick<Platform, 'clock' | 'settings' | 'log'>

export class OpenId {
  readonly #needs: Needs
  readonly #described = new Map<string, Description>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** The provider's address for a login. Throws PROVIDER_UNAVAILABLE. */
  async begin(provider: Provider, by: string, redirect: string, loginHint: string | undefined) {
    const verifier = oidc.randomPKCECodeVerifier()
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
    const challenge = await oidc.calculatePKCECodeChallenge(verifier)
    const config = await this.#turn(provider, by, () => this.#configuration(provider))
    const address = oidc.buildAuthorizationUrl(config, {
      ...{ redirect_uri: redirect, scope: scopeOf(config), response_type: 'code', state, nonce },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      ...(loginHint && { login_hint: loginHint }),
    })
    // Browsers would run others, such as `javascript:`.
    if (!/^https?:$/.test(address.protocol)) throw providerUnavailable('its login page has no web address')
    return { address: address.href, state, nonce, verifier }
  }

  /**
   * Exchanges the code of an answer for what the provider says about the person. Checks state, issuer, PKCE, the ID
   * token's signature, audience, nonce, and times. Throws PROVIDER_REFUSED and PROVIDER_UNAVAILABLE.
   */
  async finish(
    provider: Provider,
    by: string,
    { address, state, nonce, verifier }: { address: URL; state: string; nonce: string; verifier: string },
  ): Promise<Claims> {
    return this.#turn(provider, by, async () => {
      const config = await this.#configuration(provider)
      const tokens = await oidc.authorizationCodeGrant(config, address, {
        ...{ pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true },
      })
      this.#keepKeys(provider, config)
      const said = tokens.claims()
      if (!said) throw providerRefused('The provider sent no ID token')
      const isShort =
        said.email === undefined || (provider.groupsClaim && said[provider.groupsClaim] === undefined)
      const more =
        isShort && config.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(config, tokens.access_token, said.sub)
          : {}
      return claimsOf({ ...more, ...said }, provider)
    })
  }

  /** Whether a new issuer answers as OpenID Connect says. Throws PROVIDER_UNAVAILABLE. */
  async check(provider: Pick<Provider, 'issuer' | 'organizationId'>, by: string): Promise<void> {
    this.#described.delete(provider.issuer)
    await this.#turn(provider, by, () => this.#describe(provider.issuer))
  }

  /** The claims of a back-channel logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). */
  async logoutToken(provider: Provider, by: string, token: string): Promise<JWTPayload> {
    return this.#turn(provider, by, async () => {
      const keySet = await this.#keySet(provider.issuer)
      const { payload } = await jwtVerify(token, keySet, {
        ...{ issuer: provider.issuer, audience: provider.clientId, clockTolerance: CLOCK_TOLERANCE },
        ...{ requiredClaims: ['iat', 'jti', 'events'], maxTokenAge: '5m' },
        algorithms: [
          'RS256',
          'RS384',
          'RS512',
          'PS256',
          'PS384',
          'PS512',
          'ES256',
          'ES384',
          'ES512',
          'EdDSA',
        ],
        currentDate: new Date(this.#needs.clock.now()),
      })
      return payload
    })
  }

  /** One organization's calls take turns, and slow ones move aside. */
  async #turn<T>(provider: Pick<Provider, 'organizationId'>, by: string, work: () => Promise<T>): Promise<T> {
    const { organizationId } = provider
    try {
      return await turns.run({ organizationId, userId: by }, work)
    } catch (error) {
      throw this.#wordsFor(error, organizationId)
    }
  }

  async #configuration(provider: Provider): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = provider
    const metadata = await this.#describe(issuer)
    const skew = Math.round((this.#needs.clock.now() - systemClock.now()) / 1000)
    const config = new oidc.Configuration(
      metadata,
      clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE, [oidc.clockSkew]: skew },
      authOf(metadata, clientSecret),
    )
    config[oidc.customFetch] = this.#fetch
    config.timeout = ANSWER_MS / 1000
    if (isPlain(issuer)) oidc.allowInsecureRequests(config)
    // The signature too, not only the connection: on local networks the connection may be plain.
    oidc.enableNonRepudiationChecks(config)
    const { keys } = this.#described.get(issuer) ?? {}
    if (keys) oidc.setJwksCache(config, keys)
    return config
  }

  /** Kept with the description, so that strangers' tokens don't cause a request each. */
  async #keySet(issuer: string): Promise<ReturnType<typeof createRemoteJWKSet>> {
    const { jwks_uri: keys } = await this.#describe(issuer)
    if (!keys) throw providerRefused('The provider has no keys')
    const make = () =>
      createRemoteJWKSet(new URL(keys), { timeoutDuration: ANSWER_MS, [keysFetch]: this.#fetch })
    const described = this.#described.get(issuer)
    if (!described) return make()
    described.keySet ??= make()
    return described.keySet
  }

  #keepKeys({ issuer }: Provider, config: oidc.Configuration): void {
    const described = this.#described.get(issuer)
    const keys = oidc.getJwksCache(config)
    if (described && keys) described.keys = keys
  }

  #describe(issuer: string): Promise<oidc.ServerMetadata> {
    const now = this.#needs.clock.monotonic()
    const known = this.#described.get(issuer)
    const age = known && now - (known.failedAt ?? known.at)
    if (known && age !== undefined && age < (known.failedAt === undefined ? DESCRIBED_FOR : FAILED_FOR))
      return known.metadata
    const metadata = this.#discover(issuer)
    const description: Description = { at: now, metadata }
    metadata.catch(() => {
      description.failedAt = this.#needs.clock.monotonic()
    })
    this.#described.delete(issuer)
    this.#described.set(issuer, description)
    if (this.#described.size > DESCRIPTIONS_MAX)
      for (const oldest of this.#described.keys()) {
        this.#described.delete(oldest)
        break
      }
    return metadata
  }

  async #discover(issuer: string): Promise<oidc.ServerMetadata> {
    if (isPlain(issuer) && !this.#needs.settings.LOCAL_HOSTS.includes(new URL(issuer).host))
      throw providerUnavailable('its address must begin with https://')
    const config = await oidc.discovery(new URL(issuer), 'discovery', undefined, oidc.None(), {
      ...{ [oidc.customFetch]: this.#fetch, timeout: ANSWER_MS / 1000 },
      ...(isPlain(issuer) && { execute: [oidc.allowInsecureRequests] }),
    })
    return config.serverMetadata()
  }

  readonly #fetch = async (
    address: string,
    { method, headers, body }: { method?: string; headers?: unknown; body?: unknown },
  ): Promise<Response> => {
    const answer = await fetchPublic(address, {
      ...{ timeout: ANSWER_MS, maxBytes: ANSWER_BYTES, localHosts: this.#needs.settings.LOCAL_HOSTS },
      headers: Object.fromEntries(new Headers(headers as Record<string, string>)),
      ...(method === 'POST' && { form: Object.fromEntries(new URLSearchParams(String(body))) }),
    })
    if (answer.status >= 500) throw providerUnavailable(`it answers with status ${answer.status}`)
    const isEmpty = answer.status === 204 || answer.status === 304
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: { 'content-type': answer.contentType },
    })
  }

  /** Our words for what the libraries throw. The log has theirs, which contain no secrets. */
  #wordsFor(error: unknown, organizationId: string): unknown {
    const causes = causesOf(error)
    const own = causes.find((cause) => cause instanceof AppError)
    if (own) return own
    const [first] = causes
    const { code, error: said } = (first ?? {}) as { code?: unknown; error?: unknown }
    const facts = { organizationId, reason: String(first?.message ?? ''), code, said: textOf(said) }
    this.#needs.log.warn(facts, "The organization's provider didn't log a person in")
    const refusal = causes.find((cause) => cause instanceof EgressRefused)
    if (refusal) return providerUnavailable(refusal.message)
    if (causes.some(isOfNetwork)) return providerUnavailable("it doesn't answer")
    if (said === 'access_denied') return providerRefused('The provider refused the login')
    if (said === 'invalid_client' || said === 'unauthorized_client')
      return providerRefused(
        "The provider doesn't accept Vitrine's client ID or secret. Your administrator can check them in Settings, Login.",
      )
    return providerRefused("The provider's answer isn't valid, or was already used. Log in again.")
  }
}

const isPlain = (issuer: string) => issuer.startsWith('http:')
const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : undefined)

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let each = error; each instanceof Error && causes.length < 5; each = each.cause) causes.push(each)
  return causes
}

const isOfNetwork = (error: Error) => {
  const code = String((error as { code?: unknown }).code ?? '')
  return (
    /^(UND_ERR|E[A-Z]{4,})/.test(code) ||
    ['OAUTH_TIMEOUT', 'ERR_JWKS_TIMEOUT'].includes(code) ||
    ['TimeoutError', 'AbortError'].includes(error.name)
  )
}

/** In the order of RFC 6749: in a header if the provider takes that. */
function authOf(metadata: oidc.ServerMetadata, secret: string | null): oidc.ClientAuth {
  if (!secret) return oidc.None()
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic') ? basicAuth(secret) : oidc.ClientSecretPost(secret)
}

/**
 * RFC 6749, 2.3.1. Only what form encoding changes is encoded, as the RFC says: the library encodes hyphens and dots too,
 * which secrets often have, and providers exist that compare them undecoded.
 */
const basicAuth =
  (secret: string): oidc.ClientAuth =>
  (_provider, { client_id: id }, _body, headers) => {
    const named = [id, secret].map((each) => new URLSearchParams([['', each]]).toString().slice(1)).join(':')
    headers.set('authorization', `Basic ${Buffer.from(named).toString('base64')}`)
  }

/** Some providers list groups only if their scope is asked for, and refuse scopes that they don't know. */
function scopeOf(config: oidc.Configuration): string {
  const known = config.serverMetadata().scopes_supported ?? []
  return ['openid', 'profile', 'email', ...(known.includes('groups') ? ['groups'] : [])].join(' ')
}

function claimsOf(said: Record<string, unknown>, { groupsClaim, trustsEmail }: Provider): Claims {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 300) : '')
  const listed = groupsClaim ? said[groupsClaim] : undefined
  const groups = Array.isArray(listed) ? listed.map(String).slice(0, 1000) : null
  const [first = '', ...rest] = text(said.name).split(/\s+/)
  const ways = Array.isArray(said.amr) ? said.amr.map(String) : []
  return {
    subject: String(said.sub),
    email: text(said.email).toLowerCase(),
    emailVerified: said.email_verified === true || (trustsEmail && said.email_verified !== false),
    firstName: text(said.given_name) || first,
    lastName: text(said.family_name) || rest.join(' '),
    groups: typeof listed === 'string' ? [listed] : groups,
    hasFactor: ways.some((way) => MULTIPLE_FACTORS.has(way)) || STRONG_CLASSES.has(text(said.acr)),
    providerSession: text(said.sid) || null,
  }
}
