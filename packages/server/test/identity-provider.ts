import type { webcrypto } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { type AccountClaims, type Configuration } from 'oidc-provider'
import { request } from 'undici'
import type { Clock } from '#lib/clock.ts'

/** The secret has what form encoding changes, and what it leaves. */
export const CLIENT = { id: 'vitrine', secret: 'a-secret.of_the client+for%tests' }

/** The machine's clock, which the provider uses too, and a difference to it. */
export class OffClock implements Clock {
  offset = 0
  now = () => Date.now() + this.offset
  monotonic = () => performance.now()
}

interface Person extends Omit<AccountClaims, 'sub'> {
  sub?: string
}

/** An OpenID Connect provider in this process, which logs everyone in without questions. */
export class TestProvider {
  readonly issuer: string
  readonly host: string
  /** Who logs in next. */
  person: Person = {}
  /** Changes the claims of ID tokens before they are signed. */
  tamper: (claims: JWTPayload) => JWTPayload = (claims) => claims
  /** Answers in place of the provider. */
  answer: ((path: string) => number | undefined) | undefined
  readonly #server: Server
  readonly #key: webcrypto.CryptoKey
  calls: string[] = []
  /** How the last caller of `/token` said who it is. */
  authorization = ''

  private constructor(server: Server, issuer: string, key: webcrypto.CryptoKey) {
    this.#server = server
    this.issuer = issuer
    this.host = new URL(issuer).host
    this.#key = key
  }

  static async start(redirect: () => string): Promise<TestProvider> {
    const { privateKey, publicKey: _ } = await generateKeyPair('RS256', { extractable: true })
    const jwk = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const made = new TestProvider(server, issuer, privateKey)
    let oidc: Provider | undefined
    // The redirect address is known once the server runs that it leads to.
    const provider = () => {
      oidc ??= made.#provider(jwk as never, redirect())
      return oidc
    }
    server.on('request', async (incoming, response) => {
      const { pathname } = new URL(incoming.url ?? '', issuer)
      made.calls.push(pathname)
      if (pathname === '/token') made.authorization = incoming.headers.authorization ?? ''
      const status = made.answer?.(pathname)
      if (status === 0) return
      if (status) {
        response.statusCode = status
        response.end()
        return
      }
      if (!pathname.startsWith('/interaction/')) return provider().callback()(incoming, response)
      const { prompt, session, params } = await provider().interactionDetails(incoming, response)
      const accountId = made.person.sub ?? 'person-1'
      if (prompt.name === 'login' || session?.accountId !== accountId)
        return provider().interactionFinished(incoming, response, { login: { accountId, amr: made.amr } })
      const grant = new (provider().Grant)({ accountId, clientId: String(params.client_id) })
      grant.addOIDCScope('openid profile email groups')
      return provider().interactionFinished(incoming, response, { consent: { grantId: await grant.save() } })
    })
    return made
  }

  amr: string[] = []

  #provider(jwk: NonNullable<Configuration['jwks']>['keys'][number], redirect: string): Provider {
    const provider = new Provider(this.issuer, {
      jwks: { keys: [jwk] },
      clients: [
        {
          ...{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirect] },
        },
      ],
      claims: {
        openid: ['sub', 'amr', 'acr', 'sid'],
        ...{ email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
        groups: ['groups'],
      },
      scopes: ['openid', 'profile', 'email', 'groups'],
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      cookies: { keys: ['of a test'] },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        IdToken: 600,
        Grant: 600,
        Interaction: 600,
        Session: 600,
      },
      findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...this.person }) }),
    })
    provider.use(async (context, next) => {
      await next()
      const body = context.body as { id_token?: string } | undefined
      if (body?.id_token) body.id_token = await this.sign(this.tamper(payloadOf(body.id_token)))
    })
    return provider
  }

  sign(claims: JWTPayload, typ = 'JWT'): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test', typ }).sign(this.#key)
  }

  /** Opens the address like a browser, and returns the query with which it is sent back. */
  async visit(address: string): Promise<string> {
    const jar = new Map<string, string>()
    let url = address
    for (let hops = 0; hops < 8; hops++) {
      const { headers, body, statusCode } = await request(url, {
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      const text = await body.text()
      for (const cookie of [headers['set-cookie'] ?? []].flat()) {
        const [pair = ''] = cookie.split(';')
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      if (typeof headers.location !== 'string') throw new Error(`${statusCode} from ${url}: ${text}`)
      const next = new URL(headers.location, url)
      if (next.host !== this.host) return next.search
      url = next.href
    }
    throw new Error('The provider redirects too often')
  }

  /** Like the provider's own, with other claims. */
  logoutToken(claims: JWTPayload): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    return this.sign(
      {
        ...{ iss: this.issuer, aud: CLIENT.id, iat: now, exp: now + 120, jti: `${Math.random()}` },
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      },
      'logout+jwt',
    )
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const payloadOf = (token: string): JWTPayload =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
