import { createServer, type Server } from 'node:http'
import Provider, { type Configuration } from 'oidc-provider'
import { freePorts } from './ports.ts'

export const CLIENT = { id: 'vitrine', secret: 'a-secret-of-the-client' }

/**
 * An OpenID Connect provider with its own login page, which takes every name and password. The name, before the
 * `@` of `domain`, is who logs in.
 */
export class IdentityProvider {
  readonly issuer: string
  readonly host: string
  readonly #server: Server
  readonly #port: number

  private constructor(port: number, server: Server) {
    this.host = `localhost:${port}`
    this.issuer = `http://${this.host}`
    this.#port = port
    this.#server = server
  }

  /** Its address is known before it answers: the console that it leads back to has to start with it. */
  static async prepare(): Promise<IdentityProvider> {
    const [port = 0] = await freePorts(1)
    return new IdentityProvider(port, createServer())
  }

  /** Registers Vitrine with its redirect address, and answers from now on. */
  async start(redirect: string, domain: string): Promise<void> {
    const provider = new Provider(this.issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirect] }],
      claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
      cookies: { keys: ['of a journey'] },
      findAccount: (_context, sub) => ({ accountId: sub, claims: async () => claimsOf(sub, domain) }),
    } satisfies Configuration)
    this.#server.on('request', provider.callback())
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const claimsOf = (sub: string, domain: string) => ({
  sub,
  email: `${sub}@${domain}`,
  email_verified: true,
  given_name: 'Nadia',
  family_name: 'Nile',
  name: 'Nadia Nile',
})
