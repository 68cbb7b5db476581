import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, useServer } from '#test/harness.ts'

/** What a token in the address may open: files of the library as browsers show them. Everything else takes a header. */
const SHOWN = [
  'approvals.file',
  'captions.file',
  'cards.screenshot',
  'deckVersions.download',
  'decks.download',
  'devices.screenshot',
  'media.download',
  'media.file',
  'mediaVersions.file',
  'packages.entry',
  'packages.model',
  'packages.page',
  'packages.schema',
  'packages.widgets',
  'thumbnails.download',
  'trash.picture',
]

const routes = routesOf(contract).filter(
  ({ route }) => route.method === 'GET' && typeof route.who === 'object' && 'read' in route.who,
)

describe('a token in the address', () => {
  const server = useServer()
  let admin: Caller
  const tokens = { media: '', access: '' }
  beforeAll(async () => {
    admin = await server().organization()
    tokens.access = admin.token
    tokens.media = (await admin.api.auth.profile()).profile.mediaToken
  })

  it('is accepted by the routes of this list only', () => {
    const accepting = routes.filter(({ route: { who } }) => typeof who === 'object' && 'file' in who)
    expect(accepting.map(({ name }) => name).sort()).toEqual(SHOWN)
  })

  it.each(
    routes.flatMap(({ name, route }) =>
      (['media', 'access'] as const).map((kind) => [name, kind, route] as const),
    ),
  )('%s with a %s token', async (name, kind, { path }) => {
    const url = path.replace(/:\w+|\*/g, 'unknown')
    const { status } = await server().as().call('GET', `${url}?token=${tokens[kind]}`)
    if (SHOWN.includes(name)) expect(status).not.toBe(401)
    else expect(status).toBe(401)
  })
})
