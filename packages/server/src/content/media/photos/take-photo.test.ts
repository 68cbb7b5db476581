import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PICTURE_WAIT_MAX, WebPictureInput } from '@vitrine/contract/api/content/web-picture'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeBrowserFolder } from '#lib/work/browser-folder.ts'
import { chromium, PASSWORD, PATIENT, PATIENT_TEST, PhotographedSite, USER } from '#test/photographed-site.ts'
import { type PageSecrets, type Photo, type PhotoLimits, takePhoto } from './take-photo.ts'

type Login = Record<string, unknown>

/** Temporary files of these tests, so that browsers of others aren't counted. Every account may enter it. */
const places = mkdtempSync('/tmp/vitrine-photos-')
chmodSync(places, 0o711)
afterAll(() => rmSync(places, { recursive: true, force: true }))
/** As the folder of a test run, or of an account: only its owner may enter it. */
const closed = path.join(places, 'closed')
mkdirSync(closed, { mode: 0o700 })

/** Processes of browsers that pictures started, by what only they are started with. */
function browsersLeft(): string[] {
  const list = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n')
  return list.filter((line) => line.includes(path.join(places, 'vitrine-browser-')))
}

const profilesLeft = () => [places, closed].flatMap((folder) => readdirSync(folder)).filter(isProfile)
const isProfile = (name: string) => name.startsWith('vitrine-browser-')

// `npm test` installs Chromium, or says why it can't; where none is, these tests are listed as skipped.
describe.skipIf(chromium === null)('a picture of a page (needs an installed Chromium)', PATIENT_TEST, () => {
  let site: PhotographedSite
  beforeAll(async () => {
    vi.stubEnv('TMPDIR', places)
    site = await PhotographedSite.open()
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    return site.close()
  })
  afterEach(() => expect([browsersLeft(), profilesLeft()]).toEqual([[], []]))

  const take = (
    path: string,
    settings: Login = {},
    secrets?: PageSecrets,
    more: Partial<PhotoLimits> & { session?: Photo['session']; zoom?: number } = {},
  ) => {
    const { session = [], zoom = 100, ...limits } = more
    const picture = WebPictureInput.parse({ width: 640, height: 360, ...settings })
    const order = { address: site.address(path), zoom, picture, secrets, session }
    const signal = new AbortController().signal
    const localHosts = [site.host, site.otherHost]
    return takePhoto(order, { chromium: chromium ?? '', localHosts, signal, time: PATIENT, ...limits })
  }
  const sizeOf = ({ image }: Photo) => [image.readUInt32BE(16), image.readUInt32BE(20)]
  const problem = (photo: Promise<Photo>) =>
    photo.then(
      () => 'taken',
      (error: { problem?: string; message: string }) => error.problem ?? error.message,
    )

  it('shows what refuses frames, and is the same while the page is', async () => {
    const first = await take('/open')
    expect(first).toMatchObject({ mimetype: 'image/png', width: 640, height: 360, session: undefined })
    expect(sizeOf(first)).toEqual([640, 360])
    expect(first.thumbnail.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect((await take('/open')).image.equals(first.image)).toBe(true)
    site.title = 'Other'
    expect((await take('/open')).image.equals(first.image)).toBe(false)
  })

  it('can be a part of the page, without some elements, dark, and zoomed', async () => {
    const part = await take('/open', { part: '#chart' })
    expect(sizeOf(part)).toEqual([300, 200])
    expect(sizeOf(await take('/open', { part: '#chart' }, undefined, { zoom: 200 }))).toEqual([600, 400])
    const whole = await take('/open')
    expect((await take('/open', { hide: ['.banner'] })).image.equals(whole.image)).toBe(false)
    const [light, dark] = [await take('/colors'), await take('/colors', { dark: true })]
    expect(light.image.equals(dark.image)).toBe(false)
  })

  it('waits for an element, and says which one never came', async () => {
    const wait = { until: 'selector', selector: '#done' }
    const there = await take('/late', { wait, part: '#done' })
    expect(there.width).toBeGreaterThan(0)
    expect(await problem(take('/open', { part: '#nowhere' }))).toBe('part')
    expect(await problem(take('/open', { part: 'a[' }))).toBe('part')
  })

  it('is taken behind a login page, whose session is kept, and renewed when it has ended', async () => {
    const login = { login: { kind: 'form', user: USER, page: site.address('/login') } }
    const secrets = { values: [], password: PASSWORD }
    const before = site.logins
    const { session } = await take('/dashboard', login, secrets)
    expect(site.logins).toBe(before + 1)
    const again = await take('/dashboard', login, secrets, { session })
    expect(site.logins).toBe(before + 1)
    site.endSessions()
    const renewed = await take('/dashboard', login, secrets, { session: again.session })
    expect(site.logins).toBe(before + 2)
    expect(renewed.image.equals(again.image)).toBe(true)
    expect(await problem(take('/dashboard', login, { ...secrets, password: 'wrong' }))).toBe('login-refused')
    expect(await problem(take('/dashboard', login))).toBe('login-missing')
  })

  it('types a password only into pages of the login page', async () => {
    const login = { login: { kind: 'form', user: USER, page: site.address('/elsewhere') } }
    expect(await problem(take('/dashboard', login, { values: [], password: PASSWORD }))).toBe(
      'login-elsewhere',
    )
  })

  it('is taken with basic authentication, headers, and cookies, which go to no other site', async () => {
    const basic = { login: { kind: 'basic', user: USER } }
    expect(await problem(take('/basic', basic, { values: [], password: PASSWORD }))).toBe('taken')
    expect(await problem(take('/basic', basic, { values: [], password: 'no' }))).toBe('login-refused')
    const headers = { login: { kind: 'headers', parts: [{ name: 'X-Key' }] } }
    expect(await problem(take('/header', headers, { values: ['k-123'], password: '' }))).toBe('taken')
    expect(await problem(take('/hop', headers, { values: ['k-123'], password: '' }))).toBe('taken')
    const cookies = { login: { kind: 'cookies', parts: [{ name: 'key' }] } }
    expect(await problem(take('/cookie', cookies, { values: ['c-123'], password: '' }))).toBe('taken')
    const asked = [...(site.headers['/pixel.png'] ?? []), ...(site.headers['/open'] ?? [])]
    expect(site.headers['/pixel.png']?.length).toBeGreaterThan(0)
    expect(asked.filter((each) => each['x-key'] !== undefined || each.authorization !== undefined)).toEqual(
      [],
    )
  })

  it.each([
    ['/to-file', 'local'],
    ['/to-metadata', 'local'],
    ['/to-local', 'local'],
    ['/download', 'not-a-page'],
    ['/nowhere', 'status'],
    ['/asks', 'taken'],
  ])('%s: %s', async (path, found) => {
    expect(await problem(take(path))).toBe(found)
  })

  it('ends with its browser if the page hangs, grows, or never ends', async () => {
    expect(await problem(take('/never', {}, undefined, { time: 4000 }))).toBe('timeout')
    expect(await problem(take('/loop', {}, undefined, { time: 6000 }))).toBe('timeout')
    expect(await problem(take('/grows', {}, undefined, { memory: 500 }))).toBe('memory')
    expect(await problem(take('/endless', {}, undefined, { maxBytes: 5_000_000 }))).toBe('too-large')
  })

  it('is not begun, or ended, when the server stops', async () => {
    const stop = new AbortController()
    const photo = problem(take('/never', {}, undefined, { signal: stop.signal }))
    setTimeout(() => stop.abort(new Error('stopped')), 1500)
    expect(await photo).toBe('stopped')
  })

  it('ends with the server while a page is given time, without waiting for the rest of it', async () => {
    const stop = new AbortController()
    const settings = { wait: { until: 'seconds', seconds: PICTURE_WAIT_MAX } }
    let stoppedAt = 0
    site.pages['/seen'] = (response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Seen')
      setTimeout(() => {
        stoppedAt = performance.now()
        stop.abort(new Error('stopped'))
      }, 1000)
    }
    expect(await problem(take('/seen', settings, undefined, { signal: stop.signal }))).toBe('stopped')
    expect(performance.now() - stoppedAt).toBeLessThan(15_000)
  })

  it('reaches no local network that the operator has not allowed', async () => {
    expect(await problem(take('/open', {}, undefined, { localHosts: [] }))).toBe('local')
  })

  it("is taken where TMPDIR is a folder that the browser's account may not enter", async () => {
    vi.stubEnv('TMPDIR', closed)
    try {
      expect(await problem(take('/open'))).toBe('taken')
    } finally {
      vi.stubEnv('TMPDIR', places)
    }
  })
})

describe("a browser's folder", () => {
  const account = process.getuid?.() === 0 ? 65_534 : process.getuid?.()

  it('is where its account may enter it, and not below a folder that only its owner may', async () => {
    const inner = path.join(closed, 'inner')
    mkdirSync(inner, { mode: 0o777 })
    const missing = path.join(places, 'missing')
    const folder = (await makeBrowserFolder(account, [missing, closed, inner, places])) ?? ''
    expect(path.dirname(folder)).toBe(places)
    rmSync(folder, { recursive: true })
    expect(await makeBrowserFolder(account, [missing, closed, inner])).toBeUndefined()
  })

  it('may be anywhere for an account that the server has itself', async () => {
    const folder = (await makeBrowserFolder(undefined, [closed])) ?? ''
    expect(path.dirname(folder)).toBe(closed)
    rmSync(folder, { recursive: true })
  })
})
