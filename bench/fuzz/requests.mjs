import { bodyOf } from './bodies.mjs'
import { fromSchema } from './from-schema.mjs'
import { hostile, mutate } from './mutate.mjs'
import { entityOfPath } from './pools.mjs'
import { uploadOf } from './uploads.mjs'

const encode = (value) => encodeURIComponent(String(value).toWellFormed())
const ODD_PATHS = [
  '%00',
  '%ff',
  '..%2f..%2fetc',
  '%2e%2e',
  'a%20b',
  'x'.repeat(300),
  '%F0%9F%8E%89',
  "'--",
  '%25',
]
const ODD_BODIES = [
  ...['', '{', '[', 'null', '""', '0', '{"a":1,}', '{"name":"a","name":"b"}', '{"__proto__":{"a":1}}'],
  ...[
    '\ufeff{}',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '{"version":1e400}',
    '{"a":-0}',
    `${'['.repeat(5000)}`,
  ],
  `{"a":${'{"a":'.repeat(200)}1${'}'.repeat(201)}`,
]

/**
 * The next request to a route: `{ method, path, headers, body?, cutAfter?, listenMs?, isPlain }`. `isPlain`: the
 * request certainly reaches the route, so its documented statuses apply.
 */
export function requestFor(mounted, caller, random, pools) {
  const { name, route } = mounted
  const entity = entityOfPath(route.path)
  const idOf = (each) => pools.id(each, random, caller)
  const idFor = (field) => pools.idForField(field, random, caller, entity)
  const target = targetOf(route, random, idFor)
  const headers = headersFor(caller, random)
  const request = { method: route.method, ...target, headers, listenMs: listenMs(mounted) }
  if (route.upload) {
    const { headers: more, ...rest } = uploadOf(mounted, random, idOf)
    return { ...request, headers: { ...headers, ...more }, ...rest }
  }
  if (!route.body) return request
  const made = random.chance(0.85) ? bodyOf(name, random, idOf, caller) : undefined
  const valid = made ?? fromSchema(route.body, random, idFor)
  const kind = random.weighted([
    [8, 'valid'],
    [6, 'mutated'],
    [1, 'odd'],
  ])
  const sent =
    kind === 'mutated'
      ? mutate(valid, random, () => pools.id(random.pick([entity, 'media']), random, caller))
      : valid
  const text = kind === 'odd' ? oddText(valid, random) : textOf(sent)
  if (text === undefined) return request
  const type = random.weighted([
    [60, 'application/json'],
    [1, 'text/plain'],
    [1, 'application/x-www-form-urlencoded'],
    [1, 'application/json; charset=utf-16'],
    [1, ''],
  ])
  const encoding = random.chance(0.01) ? { 'content-encoding': random.pick(['gzip', 'br', 'x']) } : {}
  const body = Buffer.from(text)
  const cut = random.chance(0.01) ? { cutAfter: Math.floor(body.length / 2) } : {}
  return {
    ...request,
    ...cut,
    body,
    headers: { ...headers, ...(type && { 'content-type': type }), ...encoding },
  }
}

/** Malformed or barely valid HTTP. */
export function rawRequest(mounted, caller, random) {
  const { method, path } = mounted.route
  const where = `/api${path.replace(/:\w+/g, 'nowhere')}`
  const head = `host: 127.0.0.1\r\nauthorization: Bearer ${caller.token}\r\nx-forwarded-for: ${caller.address}`
  const json = 'content-type: application/json'
  return Buffer.from(
    random.pick([
      'GET / HTTP/1.1\r\n\r\n',
      'nonsense\r\n\r\n',
      '\u0000\u0001\u0002\r\n\r\n',
      `${method} ${where} HTTP/9.9\r\n${head}\r\n\r\n`,
      `${method} ${where}?\u00e9 HTTP/1.1\r\n${head}\r\n\r\n`,
      `${method} ${where} HTTP/1.1\r\n${head}\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n{"a":`,
      `${method} ${where} HTTP/1.1\r\n${head}\r\n${json}\r\ntransfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n`,
      `${method} ${where} HTTP/1.1\r\n${head}\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`,
      `${method} ${where} HTTP/1.1\r\n${head}\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      `${method} ${where} HTTP/1.1\r\n${head}\r\n${json}\r\ncontent-length: 100\r\n\r\n{"a":1`,
      `${method} ${where} HTTP/1.1\r\n${head}\r\n${json}\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n{}`,
      `${method} ${where} HTTP/1.1\r\n${head}\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      `${method} ${where}${'/x'.repeat(4000)} HTTP/1.1\r\n${head}\r\n\r\n`,
      `CONNECT ${where} HTTP/1.1\r\n${head}\r\n\r\n`,
      `TRACE ${where} HTTP/1.1\r\n${head}\r\n\r\n`,
      `GET /api/watch HTTP/1.1\r\n${head}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
      `GET ${where} HTTP/1.1\r\n${head}\r\n\r\nGET ${where} HTTP/1.1\r\n${head}\r\n\r\n`.repeat(5),
      `${method} ${where} HTTP/1.0\r\n\r\n`,
      `${method} http://evil.test${where} HTTP/1.1\r\n${head}\r\n\r\n`,
      `${method} ${where} HTTP/1.1\r\n${head}\r\nx-forwarded-for: ::1, not-an-address\r\n\r\n`,
    ]),
    'latin1',
  )
}

function targetOf(route, random, idFor) {
  let isPlain = true
  const base = random.pick([route.path, route.path, ...(route.aliases ?? [])])
  let path = base.replace(/:(\w+)|\*/g, (_all, field = '*') => {
    const schema = route.params?.shape?.[field]
    if (random.chance(0.03)) {
      isPlain = false
      return random.pick(ODD_PATHS)
    }
    if (field === '*') return random.pick(['index.html', 'board.css', 'model.json', 'x/../y', 'nowhere'])
    const value = schema
      ? fromSchema(schema, random, (each) => idFor(each === 'deviceId' ? 'id' : each), field)
      : 'x'
    if (value === '' || value === undefined) isPlain = false
    return encode(value ?? '')
  })
  if (random.chance(0.005)) {
    isPlain = false
    path = random.pick([`${path}/`, path.replace('/', '//'), path.toUpperCase(), `${path}/more`])
  }
  const query = queryOf(route, random, idFor)
  return { path: `/api${path}${query ? `?${query}` : ''}`, isPlain }
}

function queryOf(route, random, idFor) {
  if (!route.query || random.chance(0.4)) return ''
  const values = fromSchema(route.query, random, idFor) ?? {}
  const pairs = Object.entries(values).map(([key, value]) => [key, value])
  if (random.chance(0.3)) {
    const key = random.pick([...Object.keys(route.query.shape), 'x', '__proto__', 'organizationId'])
    const value = hostile(random, () => idFor('id'))
    pairs.push([key, typeof value === 'object' ? JSON.stringify(value) : value])
  }
  if (pairs.length && random.chance(0.05)) pairs.push(pairs[0])
  return pairs.map(([key, value]) => `${encode(key)}=${encode(value).slice(0, 6000)}`).join('&')
}

function headersFor(caller, random) {
  const headers = { 'x-forwarded-for': caller.address }
  if (caller.token) headers.authorization = `Bearer ${caller.token}`
  if (random.chance(0.02)) headers['if-none-match'] = random.pick(['*', '"x"', 'W/"x"', '"'])
  if (random.chance(0.03))
    headers.range = random.pick(['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-3', 'x'])
  if (random.chance(0.03)) headers['idempotency-key'] = random.pick(['a', 'b', 'c', 'x'.repeat(300), 'a b'])
  if (random.chance(0.02)) headers.origin = random.pick(['null', 'https://evil.test', 'x'])
  if (random.chance(0.01)) headers['accept-encoding'] = random.pick(['gzip', 'br;q=0', '*', 'x'])
  return headers
}

function oddText(valid, random) {
  const text = JSON.stringify(valid) ?? ''
  return random.weighted([
    [3, () => random.pick(ODD_BODIES)],
    [1, () => text.slice(0, random.below(text.length + 1))],
    [1, () => `${text}${text}`],
    [0.3, () => JSON.stringify({ ...valid, filler: 'x'.repeat(random.pick([40_000, 700_000])) })],
  ])()
}

const textOf = (value) => (value === undefined ? undefined : JSON.stringify(value))

/** Event streams and waiting for a code don't end on the server's side. */
function listenMs({ name, route }) {
  return route.response === 'stream' || name === 'player.awaitPairing' ? 250 : undefined
}
