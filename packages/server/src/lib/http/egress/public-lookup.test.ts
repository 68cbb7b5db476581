import { createSocket, type Socket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { newPublicLookup } from './public-lookup.ts'
import { EgressRefused } from './refused.ts'

const opened: Socket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close()
})

/** RFC 1035, section 4.1.1. */
const CODES = { SERVFAIL: 2, NXDOMAIN: 3 }

/** A name server that answers with these IPv4 addresses and no IPv6 ones, or an error; without any, it is silent. */
async function nameServer(addresses?: readonly string[] | keyof typeof CODES) {
  const socket = createSocket('udp4')
  opened.push(socket)
  let queries = 0
  socket.on('message', (query, { port, address }) => {
    queries++
    if (addresses) socket.send(answerTo(query, addresses), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { at: `127.0.0.1:${socket.address().port}`, queries: () => queries }
}

/** RFC 1035, section 4: header, the question as it came, and an answer per address that points to its name. */
function answerTo(query: Buffer, answer: readonly string[] | keyof typeof CODES): Buffer {
  const [addresses, code] = typeof answer === 'string' ? [[], CODES[answer]] : [answer, 0]
  const nameEnd = query.indexOf(0, 12)
  const question = query.subarray(12, nameEnd + 5)
  const isA = query.readUInt16BE(nameEnd + 1) === 1
  const records = (isA ? addresses : []).map((each) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...each.split('.').map(Number)]),
  )
  const header = Buffer.from([
    query[0] ?? 0,
    query[1] ?? 0,
    0x81,
    0x80 | code,
    0,
    1,
    0,
    records.length,
    0,
    0,
    0,
    0,
  ])
  return Buffer.concat([header, question, ...records])
}

const resolve = (name: string, server: string) =>
  new Promise<LookupAddress[]>((done, fail) => {
    newPublicLookup([server])(name, { all: true }, (error, found) =>
      error ? fail(error) : done(found as LookupAddress[]),
    )
  })

it('finds the addresses of a name', async () => {
  const server = await nameServer(['93.184.216.34', '93.184.216.35'])
  expect(await resolve('feeds.example', server.at)).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '93.184.216.35', family: 4 },
  ])
  const other = await nameServer(['93.184.216.34', '10.0.0.1'])
  await expect(resolve('feeds.example', other.at)).rejects.toThrow('public internet')
})

it('refuses a name that does not exist exactly like one of the local network, and as late', async () => {
  const servers = {
    private: await nameServer(['10.0.0.1']),
    'without addresses': await nameServer([]),
    unknown: await nameServer('NXDOMAIN'),
  }
  for (const [name, { at }] of Object.entries(servers)) {
    const started = performance.now()
    const error = await resolve('intranet.corp.example', at).catch((reason: unknown) => reason)
    expect(error, name).toEqual(new EgressRefused("This address isn't on the public internet", 'local'))
    expect(performance.now() - started, name).toBeGreaterThanOrEqual(295)
  }
  const broken = await nameServer('SERVFAIL')
  await expect(resolve('intranet.corp.example', broken.at)).rejects.toMatchObject({ code: 'ESERVFAIL' })
})

it.each(['localhost', 'nas', 'printer.local', 'app.localhost'])('asks no one for %s', async (name) => {
  const server = await nameServer(['93.184.216.34'])
  await expect(resolve(name, server.at)).rejects.toThrow(EgressRefused)
  expect(server.queries()).toBe(0)
})

it('names whose servers are silent delay no lookup of the database, the storage, or email', async () => {
  const server = await nameServer()
  const failures = Promise.all(
    Array.from({ length: 40 }, (_, n) => resolve(`n${n}.slow.example`, server.at).catch(({ code }) => code)),
  )
  // The system's lookup, which they use.
  const outcome = await Promise.race([lookup('localhost').then(() => 'found'), failures])
  expect(outcome).toBe('found')
  expect(new Set(await failures)).toEqual(new Set(['ETIMEOUT']))
  expect(server.queries()).toBeGreaterThanOrEqual(80)
})
