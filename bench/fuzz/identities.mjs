import { createHmac, randomUUID } from 'node:crypto'

export const PASSWORD = 'Fuzzer-lives-9'
const KIOSK_ORIGIN = 'https://kiosk.fuzz.test'
const FACTS = {
  width: 1920,
  height: 1080,
  userAgent: 'Fuzz',
  playerVersion: '1',
  storage: 'memory',
  touch: false,
}

/** A caller of the API. After requests have ended its session or deleted its account, `ready` restores it. */
class Identity {
  token = ''
  isDead = true
  #login
  #waiting

  /** `login` answers a token. */
  constructor({ kind, organization, address, login }) {
    Object.assign(this, { kind, organization, address })
    this.#login = login
  }

  async ready() {
    if (this.isDead) this.#waiting ??= this.#renew().finally(() => (this.#waiting = undefined))
    await this.#waiting
    return this
  }

  async #renew() {
    const token = await this.#login().catch(() => undefined)
    // Maybe too many logins: keep trying the old token.
    if (token === undefined) return
    this.token = token
    this.isDead = false
  }
}

let made = 0
const newAddress = () => `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made++ & 255}`

/** A person with a role and permissions. A deleted or changed account is created again under another address. */
export function person(client, keeper, { kind, organization, role, permissions = [] }) {
  const address = newAddress()
  let email
  const create = async () => {
    email = `${kind}-${++made}@fuzz.test`
    const body = { firstName: 'Fuzz', lastName: kind, role, email, password: PASSWORD, permissions }
    await keeper('POST', '/user/create', { ...body, organizationId: organization.id })
  }
  const login = async () => {
    const { token } = await client.call('POST', '/auth/login', { email, password: PASSWORD }, '', address)
    return token
  }
  return new Identity({
    ...{ kind, organization, address },
    login: async () => {
      if (email === undefined) await create()
      return login().catch(async () => {
        await create()
        return login()
      })
    },
  })
}

/** A user who registered and never verified the address. */
export function stranger(client) {
  const address = newAddress()
  return new Identity({
    kind: 'unverified',
    organization: null,
    address,
    login: async () => {
      const email = `stranger-${++made}@fuzz.test`
      const body = { firstName: 'Fuzz', lastName: 'Stranger', email, password: PASSWORD }
      await client.call('POST', '/auth/register', body, '', address)
      return (await client.call('POST', '/auth/login', { email, password: PASSWORD }, '', address)).token
    },
  })
}

/** A kiosk that an embedding page logged in. */
export function kiosk(client, keeper, organization, userId) {
  const address = newAddress()
  return new Identity({
    ...{ kind: 'kiosk', organization, address },
    login: async () => {
      const settings = { origins: [KIOSK_ORIGIN], newKey: true }
      const { kiosk: saved } = await keeper('PUT', `/organizations/${organization.id}/kiosk`, settings)
      const payload = { organizationId: organization.id, userId, origin: KIOSK_ORIGIN }
      const stamp = { exp: Math.floor(Date.now() / 1000) + 30, nonce: randomUUID() }
      const text = Buffer.from(JSON.stringify({ ...payload, ...stamp })).toString('base64url')
      const kioskCode = `${text}.${createHmac('sha256', saved.key).update(text).digest('base64url')}`
      return (await client.call('POST', '/auth/login', { kioskCode }, '', address)).token
    },
  })
}

/** A paired screen; a deleted one is paired again. */
export function screen(client, keeper, organization, deviceGroupId) {
  const address = newAddress()
  const identity = new Identity({
    ...{ kind: 'screen', organization, address },
    login: async () => {
      const call = (where, body) => client.call('POST', where, body, '', address)
      const { code, secret } = await call('/player/pairing', { screen: FACTS })
      const body = { code, name: `Screen ${++made}`, organizationId: organization.id, deviceGroupId }
      const { device } = await keeper('POST', '/devices/claim', body).catch(() =>
        keeper('POST', '/devices/claim', { ...body, deviceGroupId: null }),
      )
      identity.deviceId = device.id
      return (await call('/player/pairing/wait', { secret })).claimed.token
    },
  })
  return identity
}

export const nobody = () =>
  Object.assign(new Identity({ kind: 'nobody', organization: null, address: newAddress() }), {
    isDead: false,
  })

/** Calls as the super admin who supervises the run, and logs in again when the token expires. */
export async function keeperOf(client, credentials) {
  const address = newAddress()
  const login = async () => (await client.call('POST', '/auth/login', credentials, '', address)).token
  let token = await login()
  return async (method, path, body) => {
    try {
      return await client.call(method, path, body, token, address)
    } catch (error) {
      if (error.status !== 401) throw error
      token = await login()
      return client.call(method, path, body, token, address)
    }
  }
}
