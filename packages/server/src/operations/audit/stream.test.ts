import dgram from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { streamAudit } from './stream.ts'

/** A syslog server that keeps what it gets; `fails`: it drops connections after reading. */
async function listen(fails = false) {
  const received: Buffer[] = []
  const sockets: net.Socket[] = []
  const server = net.createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    if (fails) return void socket.once('data', () => socket.resetAndDestroy())
    socket.on('data', (data) => received.push(data))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  return {
    address: `tcp://127.0.0.1:${port}`,
    entries: () => entriesIn(Buffer.concat(received)),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Takes the octet-counted frames apart. */
function entriesIn(bytes: Buffer): { number: number; action: string; organizationId: string | null }[] {
  const entries: ReturnType<typeof entriesIn> = []
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(' ', at)
    const end = space + 1 + Number(bytes.subarray(at, space))
    entries.push(entryIn(bytes.subarray(space + 1, end).toString()))
    at = end
  }
  return entries
}

function entryIn(line: string) {
  const [, at, action, json = ''] =
    /^<109>1 (\d{4}-\d\d-\d\dT[\d:.]+Z) [!-~]+ vitrine - ([\w.]{1,32}) - \ufeff(.*)$/s.exec(line) ?? []
  const entry = JSON.parse(json)
  expect([at, action]).toEqual([entry.at, entry.action])
  return entry
}

describe('the audit log in syslog', () => {
  const server = useServer()
  let receiver: Awaited<ReturnType<typeof listen>>

  beforeEach(async () => {
    receiver = await listen()
    const { database } = server().services
    await database.deleteFrom('audit_sent').execute()
  })
  afterEach(() => receiver.close())

  const save = async (name: string) => {
    const admin = await server().organization()
    await admin.api.buildings.create({ body: { name, location: 'Here', floors: [{ name: 'Ground' }] } })
    return admin
  }

  it('begins when it is turned on, and has each later entry once, each log in order', async () => {
    const { database } = server().services
    const admin = await save('Before')
    expect(await streamAudit(database, receiver.address)).toBe(0)
    for (const name of ['Ärztehaus', 'Second'])
      await admin.api.buildings.create({ body: { name, location: 'Here', floors: [{ name: 'Ground' }] } })
    const newer = await save('Of a new organization')
    const sent = await streamAudit(database, receiver.address)
    expect(await streamAudit(database, receiver.address)).toBe(0)
    const entries = receiver.entries()
    expect(entries).toHaveLength(sent)
    const of = (id: string) => entries.filter(({ organizationId }) => organizationId === id)
    expect(of(admin.organizationId)).toMatchObject([
      { action: 'buildings.create' },
      { action: 'buildings.create' },
    ])
    expect(JSON.stringify(of(admin.organizationId))).toContain('Ärztehaus')
    expect(of(newer.organizationId).map(({ number }) => number)).toEqual(
      of(newer.organizationId).map((_, index) => index + 1),
    )
  })

  it('keeps what a receiver refuses for the next time', async () => {
    const { database } = server().services
    await streamAudit(database, receiver.address)
    await save('Kept')
    const broken = await listen(true)
    await expect(streamAudit(database, broken.address)).rejects.toThrow()
    await broken.close()
    await expect(streamAudit(database, broken.address)).rejects.toThrow('ECONNREFUSED')
    expect(await streamAudit(database, receiver.address)).toBeGreaterThan(0)
    expect(receiver.entries().map(({ action }) => action)).toContain('buildings.create')
  })

  it('isn’t sent to a receiver whose certificate isn’t trusted', async () => {
    const { database } = server().services
    await streamAudit(database, receiver.address)
    await save('Kept')
    const secure = tls.createServer({}, () => {})
    secure.on('tlsClientError', () => {})
    secure.listen(0, '127.0.0.1')
    await once(secure, 'listening')
    const { port } = secure.address() as net.AddressInfo
    await expect(streamAudit(database, `tls://127.0.0.1:${port}`)).rejects.toThrow()
    secure.close()
  })

  it('goes to a receiver of datagrams, one for each entry', async () => {
    const { database } = server().services
    const socket = dgram.createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const address = `udp://127.0.0.1:${socket.address().port}`
    await streamAudit(database, address)
    await save('By datagram')
    const first = once(socket, 'message')
    expect(await streamAudit(database, address)).toBeGreaterThan(0)
    const [message] = (await first) as [Buffer]
    expect(entryIn(message.toString()).number).toBeGreaterThan(0)
    socket.close()
  })
})
