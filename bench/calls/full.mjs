// One organization filled to its limits: each list by 48 callers at the same time, and the largest valid and invalid
// bodies of every route that writes, by the person with the fewest permissions. FULL_ROWS changes the number of rows.
// Rows come from the server's laws, so a run of them fills the data folder in which the built server starts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { contract } from '@vitrine/contract'
import { bodyLimitOf, routesOf, writes } from '@vitrine/contract/route'
import { largestOf, wrong } from '#bench/fuzz/largest.mjs'
import { reporting } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const CALLERS = 48
/** Those that read their answers: fewer for a quick look. */
const READERS = Number(process.env.FULL_READERS ?? CALLERS)
/** Milliseconds of processor time without a break. */
const PAUSE = 100
/** MB of the process, whatever is listed. */
const MEMORY = 1024
/** Milliseconds of processor time of a write. */
const WRITE = 50
const PASSWORD = 'password-1'
/** Answers of this size are worth a row. */
const LONG = 1e6
/** Ends the sessions or the organization that the other calls are about. */
const SKIPPED = [
  'organizations.remove',
  'sessions.endOthers',
  'auth.logout',
  'backups.restore',
  'backups.take',
  'backups.check',
  'backups.drill',
]

const root = path.resolve(import.meta.dirname, '../..')
const folder = process.env.FULL_FOLDER ?? mkdtempSync(path.join(os.tmpdir(), 'vitrine-full-'))
if (!existsSync(path.join(folder, 'full.json'))) {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const run = ['run', '--project', 'server-scale', '--retry', '0']
  const env = { ...process.env, FULL_FOLDER: folder }
  const { status } = spawnSync(process.execPath, [vitest, ...run], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('The organization could not be filled')
}
const { ids, people, calls, rows } = JSON.parse(readFileSync(path.join(folder, 'full.json'), 'utf8'))
const routes = new Map(routesOf(contract).map(({ name, route }) => [name, route]))
const only = process.env.FULL_ONLY?.split(',')
const isAsked = ({ name }) => !only || only.includes(name)

/** Opens an answer, and reads it unless told otherwise. */
function ask(url, token, isRead = true) {
  return new Promise((resolve) => {
    const request = http.get(
      `${server.url}${url}`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        let bytes = 0
        const done = () => resolve({ status: answer.statusCode, bytes, answer })
        if (!isRead) return done()
        answer.on('data', (some) => {
          bytes += some.length
        })
        answer.on('close', done)
      },
    )
    request.on('error', () => resolve({ status: 0, bytes: 0 }))
  })
}

async function measureLists(tokens) {
  const lists = calls.filter(
    ({ method, name }) => method === 'GET' && isAsked({ name }) && routes.get(name).who.read,
  )
  let [pause, where] = [0, '']
  let unread = 0
  for (const { name, url } of lists) {
    if (process.env.FULL_VERBOSE) console.log(name, url, server.memory().now)
    const [answer, token] = await firstAllowed(url, tokens)
    if (!answer) continue
    await server.loopDelay()
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, server.memory().now)
    }, 50)
    const started = performance.now()
    const answers = await Promise.all(Array.from({ length: READERS }, () => ask(url, token)))
    const took = performance.now() - started
    const { held } = await server.loopDelay()
    const answered = answers.filter(({ status }) => status === 200)
    if (answer.bytes > LONG) {
      const silent = await Promise.all(Array.from({ length: CALLERS }, () => ask(url, token, false)))
      await setTimeout(2000)
      unread = Math.max(unread, server.memory().now)
      for (const each of silent) each.answer?.destroy()
    }
    clearInterval(watch)
    if (held > pause) [pause, where] = [held, name]
    if (answer.bytes < LONG && held < PAUSE) continue
    const isWhole = answered.every(({ bytes }) => bytes === answer.bytes)
    say(
      { what: `${name}: bytes of an answer`, value: answer.bytes / 1e6, unit: 'MB' },
      {
        what: `${name}: ${READERS} calls`,
        value: took,
        unit: `ms, ${answered.length} answered${isWhole ? '' : ', not all whole'}`,
      },
      { what: `${name}: longest pause`, value: held, unit: 'ms', target: `< ${PAUSE}`, met: held < PAUSE },
      { what: `${name}: memory`, value: peak, unit: 'MB' },
    )
  }
  const { peak } = server.memory()
  say(
    {
      what: `longest pause of ${lists.length} lists with ${rows} rows (${where})`,
      value: pause,
      unit: 'ms',
      target: `< ${PAUSE}`,
      met: pause < PAUSE,
    },
    { what: `memory with ${CALLERS} unread answers, the most`, value: unread, unit: 'MB' },
    { what: 'peak memory', value: peak, unit: 'MB', target: `< ${MEMORY}`, met: peak < MEMORY },
  )
}

/** By someone without permissions, or an administrator. */
async function firstAllowed(url, tokens) {
  for (const token of [tokens[''], tokens.admin]) {
    const answer = await ask(url, token)
    if (answer.status === 200) return [answer, token]
  }
  return []
}

/** The id of a copied row. */
const copyOf = (id, copy) => id.slice(0, -6) + copy.toString(16).padStart(6, '0')
/** Entities by the ends of the fields that name them. */
const FIELDS = {
  storyboardId: 'storyboards',
  defaultStoryboardId: 'storyboards',
  deviceId: 'devices',
  devices: 'devices',
  deviceGroups: 'deviceGroups',
  deviceGroupId: 'deviceGroups',
  layoutId: 'layouts',
  mediaId: 'media',
  folderId: 'folders',
  audioId: 'audio',
  floorId: 'floors',
  screens: 'devices',
}
const entityOf = (name) => (name.startsWith('designs') ? 'cards' : name.split('.')[0])

function idsOf(name) {
  const limit = Math.floor(rows / 2)
  return (field, n) => {
    const entity = field === 'ids' ? entityOf(name) : FIELDS[field]
    return entity && ids[entity] ? copyOf(ids[entity], 10 + (n % limit)) : undefined
  }
}

/** Bodies for rules that a schema can't express. */
const SPECIAL = {
  schedule: (body) => ({
    ...body,
    schedule: {
      timezone: 'Etc/GMT-2',
      defaultStoryboardId: ids.storyboards,
      slots: Array.from({ length: 500 }, (_, n) => ({
        ...{ from: timeOf(2 * n), to: timeOf(2 * n + 2), storyboardId: ids.storyboards },
        ...{ startDate: '2026-01-01', endDate: '2030-12-31', event: 'x'.repeat(100) },
      })),
    },
  }),
  storyboard: (body) => ({
    name: 'Full',
    type: 'designed',
    items: body.items.map((_, n) => ({ layoutId: copyOf(ids.layouts, 10 + n), duration: 5 })),
  }),
  page: (body) => ({
    name: 'Full',
    width: 1920,
    height: 1080,
    widgets: body.widgets.map((_, n) => ({
      ...{ id: `w${n}`, type: 'text', name: `Widget ${n}`, zIndex: n, width: 300, height: 100 },
      transform: `translate(${n}px, 20px)`,
    })),
    config: { inputs: body.widgets.map((_, n) => ({ name: `w${n}-text`, value: 'x'.repeat(500) })) },
  }),
}
const SPECIALS = [
  [/^deviceGroups\.(create|update)$/, SPECIAL.schedule],
  [/^storyboards\.(create|update)$/, SPECIAL.storyboard],
  [/^(cards|layouts|designs)\.(create|update)$/, SPECIAL.page],
]
const timeOf = (minutes) => {
  const hour = Math.floor(minutes / 60) % 24
  const twelve = hour % 12 === 0 ? 12 : hour % 12
  return `${String(twelve).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

function bodiesOf(name, route) {
  const limit = bodyLimitOf(route) ?? Number.POSITIVE_INFINITY
  const special = SPECIALS.find(([pattern]) => pattern.test(name))?.[1]
  for (let part = 1; part > 1e-4; part /= 2) {
    const plain = largestOf(route.body, idsOf(name), part)
    const valid = special ? special(plain) : plain
    const bodies = { valid, 'all wrong': wrong(plain), 'last wrong': { ...valid, ...lastWrong(valid) } }
    if (Object.values(bodies).every((body) => Buffer.byteLength(JSON.stringify(body)) < limit)) return bodies
  }
  return {}
}

/** With a wrong last item in each list. */
const lastWrong = (value) =>
  Object.fromEntries(
    Object.entries(value ?? {}).map(([name, each]) => [
      name,
      Array.isArray(each) ? [...each.slice(0, -1), 7] : each,
    ]),
  )

async function measureWrites(tokens) {
  const written = calls.filter(
    ({ name }) =>
      isAsked({ name }) && writes(routes.get(name)) && routes.get(name).body && !SKIPPED.includes(name),
  )
  let [most, which] = [0, '']
  const statuses = { valid: 0, refused: 0 }
  for (const { name, method, url } of written) {
    const route = routes.get(name)
    const who = route.who.write
    // A person with only the permission that the route needs.
    const token = tokens[who] ?? (who ? tokens.admin : undefined)
    for (const [what, body] of Object.entries(bodiesOf(name, route))) {
      const text = JSON.stringify(body)
      const send = async () => {
        await server.loopDelay()
        const headers = {
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        }
        const answer = await fetch(`${server.url}${url}`, { method, headers, body: text }).catch(
          () => undefined,
        )
        const answered = (await answer?.text().catch(() => '')) ?? ''
        const { used, held } = await server.loopDelay()
        return { status: answer?.status ?? 0, used, held, answered }
      }
      const first = await send()
      const others = [await send(), await send()]
      const { used, held, status } = [first, ...others].sort((a, b) => a.used - b.used)[0]
      if (what === 'valid') statuses[first.status < 300 ? 'valid' : 'refused']++
      if (process.env.FULL_VERBOSE)
        console.log(
          name,
          what,
          text.length,
          first.status,
          used.toFixed(1),
          held.toFixed(1),
          first.answered.slice(0, 150),
        )
      if (used > most) [most, which] = [used, `${name}, ${what}`]
      if (used < WRITE / 2) continue
      say({
        what: `${name}, ${what} (${status}, ${Math.round(text.length / 1000)} kB)`,
        value: used,
        unit: `ms, ${held.toFixed(0)} at a time`,
        target: `< ${WRITE}`,
        met: used < WRITE,
      })
    }
  }
  say({
    what: `most of ${written.length} writing routes (${which})`,
    value: most,
    unit: 'ms',
    target: `< ${WRITE}`,
    met: most < WRITE,
  })
  say({
    what: 'largest bodies that were accepted',
    value: `${statuses.valid} of ${statuses.valid + statuses.refused}`,
  })
}

const server = await startServer({}, folder)
const { say, end } = reporting('full')
try {
  const tokens = {}
  for (const [permission, email] of Object.entries(people))
    tokens[permission] = (await signIn(server.url, { email, password: PASSWORD })).token
  if (process.env.FULL_PART !== 'writes') await measureLists(tokens)
  if (process.env.FULL_PART !== 'lists') await measureWrites(tokens)
} finally {
  end()
  await server.stop()
}
