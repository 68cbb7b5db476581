import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ClientProject } from '#test/client-package.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { picture, uploadOne } from '#test/uploads.ts'

/** A program of a stranger. */
const PROGRAM = `
import { openAsBlob } from 'node:fs'
import { type Device, type ErrorKey, VitrineError, vitrine } from 'vitrine-client'

const { VITRINE_URL: url = '', VITRINE_KEY: key = '', MEDIA_ID: id = '' } = process.env
const api = vitrine({ url, key })
const { devices } = await api.devices.list({ query: { search: 'Lobby', page: 1 } })
const names: string[] = devices.map((device: Device) => device.name)

const file = new File([await openAsBlob('menu.png')], 'menu.png')
const { media } = await api.mediaVersions.replace({ params: { id }, body: { media: file } })
const [made] = (await api.media.upload({ body: { media: [file, file] } })).media
const bytes: Blob = await api.media.file({ params: { id: made?.id ?? '' } })

const refused = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((error: unknown) => error)
  if (!(error instanceof VitrineError)) throw error
  const errKey: ErrorKey | undefined = error.errKey
  return { status: error.status, errKey, message: error.message, errors: error.errors }
}
// @ts-expect-error It needs an id.
const unnamed = () => api.devices.get()
// @ts-expect-error The name is missing.
const invalid = await refused(api.media.createFolder({ body: {} }))
const missing = await refused(api.devices.get({ params: { id: 'nothing' } }))
const wrongKey = await refused(vitrine({ url, key: 'vtr_wrong' }).devices.list())
const elsewhere = await refused(vitrine({ url: 'http://127.0.0.1:1', key }).devices.list())
console.log(JSON.stringify({ names, name: media.name, size: bytes.size, unnamed: typeof unnamed, invalid, missing, wrongKey, elsewhere }))
`

/** The same in a browser. */
const PAGE = `
import { vitrine } from 'vitrine-client'
const [file] = document.querySelector('input')?.files ?? []
if (file) await vitrine({ url: location.origin, key: '' }).media.upload({ body: { media: file } })
`

describe('the packed client in an empty project', () => {
  const server = useServer()
  let admin: Caller
  let project: ClientProject
  beforeAll(async () => {
    admin = await server().organization()
    project = await ClientProject.make()
  })
  afterAll(() => project?.remove())

  it('needs no other package', async () => {
    const manifest = JSON.parse(await readFile(path.join(project.installed, 'package.json'), 'utf8'))
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([])
    const locked = JSON.parse(await readFile(path.join(project.folder, 'package-lock.json'), 'utf8'))
    expect(Object.keys(locked.packages)).toEqual(['', 'node_modules/vitrine-client'])
  })

  it('has types of every call, and calls a server from Node', async () => {
    await TestScreen.claim(server(), admin, { name: 'Lobby 1' })
    const media = await uploadOne(admin)
    const bytes = await picture('blue')
    await project.write('menu.png', bytes)
    await project.write('program.mts', PROGRAM)
    expect((await project.typeCheck('program.mts', 'node')).out).toBe('')

    const { secret } = await admin.api.apiKeys.create({ body: { name: 'Client', permissions: ['media'] } })
    const env = { VITRINE_URL: server().origins.console, VITRINE_KEY: secret, MEDIA_ID: media.id }
    const printed = await project.mustRun(process.execPath, ['--no-warnings', 'program.mts'], env)
    expect(JSON.parse(printed)).toMatchObject({
      names: ['Lobby 1'],
      name: media.name,
      size: bytes.length,
      invalid: { status: 400, errKey: 'INVALID', errors: { name: expect.stringContaining('is required') } },
      missing: { status: 404, errKey: 'NOT_FOUND' },
      wrongKey: { status: 401, errKey: 'SESSION_EXPIRED' },
      elsewhere: { status: 0, message: expect.stringMatching(/^Couldn't reach 127\.0\.0\.1:1/) },
    })
  })

  it('can be bundled for browsers: nothing of Node, and no schemas', async () => {
    await project.write('page.mts', PAGE)
    expect((await project.typeCheck('page.mts', '')).out).toBe('')
    const bundle = await rolldown({ input: path.join(project.folder, 'page.mts'), platform: 'browser' })
    const { output } = await bundle.generate({ format: 'esm' })
    const [{ code, imports }] = output
    expect(imports).toEqual([])
    expect(code).not.toMatch(/node:|\bprocess\b|\bBuffer\b|\brequire\(|safeParse/)
    expect(code.length).toBeLessThan(40_000)
  })
})

describe('calls of a busy or slow server', () => {
  let project: ClientProject
  let busy: Server
  let calls: IncomingMessage[] = []
  /** What the server does with each call. */
  let answers: ((index: number) => [status: number, headers?: Record<string, string>]) | undefined
  beforeAll(async () => {
    project = await ClientProject.make()
    busy = createServer((request, response) => {
      calls.push(request)
      request.resume()
      if (!answers) return
      const [status, headers] = answers(calls.length - 1)
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify({ message: 'Busy', devices: [] }))
    })
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    calls = []
    answers = undefined
  })
  afterAll(async () => {
    busy?.closeAllConnections()
    busy?.close()
    await project?.remove()
  })

  async function call(code: string, options = ''): Promise<string> {
    const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`
    const program = `import { vitrine } from 'vitrine-client'
const api = vitrine({ url: '${url}', key: 'vtr_1', ${options} })
console.log(await ${code}.then(() => 'answered', (error) => error.status + ' ' + error.message))`
    return (await project.mustRun(process.execPath, ['--input-type=module', '--eval', program])).trim()
  }

  it('a refused read is sent once more after Retry-After', async () => {
    answers = (index) => (index === 0 ? [503, { 'retry-after': '0' }] : [200])
    expect(await call('api.devices.list()')).toBe('answered')
    expect(calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer vtr_1', 'Bearer vtr_1'])
  })

  it('a read that is refused twice fails', async () => {
    answers = () => [429, { 'retry-after': '0' }]
    expect(await call('api.devices.list()')).toBe('429 Busy')
    expect(calls).toHaveLength(2)
  })

  it('a read without Retry-After, and a write, are sent once', async () => {
    answers = () => [503]
    expect(await call('api.devices.list()')).toBe('503 Busy')
    answers = () => [503, { 'retry-after': '0' }]
    expect(await call("api.devices.tagMany({ body: { ids: ['1'] } })")).toBe('503 Busy')
    expect(calls).toHaveLength(2)
  })

  it('a redirect of a write fails, because it would become a read', async () => {
    answers = () => [302, { location: '/api/devices' }]
    expect(await call("api.devices.tagMany({ body: { ids: ['1'] } })")).toMatch(/^0 Couldn't reach/)
    expect(calls).toHaveLength(1)
  })

  it('a call ends after its time', async () => {
    expect(await call('api.devices.list()', 'timeout: 200')).toMatch(
      /^0 .+ didn't answer within 0\.2 seconds$/,
    )
  })
})
