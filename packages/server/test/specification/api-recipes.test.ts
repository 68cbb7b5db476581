import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ClientProject } from '#test/client-package.ts'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { picture, upload } from '#test/uploads.ts'
import { menuBoard } from '#test/zip.ts'

const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
const recipes = new Map(
  [...page.matchAll(/^```(?:js|sh|yaml) ([\w-]+)\n(.*?)^```$/gms)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
)
/** Machines without curl run the calls of `as written` elsewhere. */
const hasCurl = spawnSync('curl', ['--version']).status === 0

interface Command {
  url: string
  method: string
  headers: Record<string, string>
  content_type: string
  payload: string
}

describe('the recipes of docs/api.md', () => {
  const server = useServer()
  let admin: Caller
  let screen: TestScreen
  const keyFor = async (...permissions: ('media' | 'devices' | 'device-groups')[]) =>
    (await admin.api.apiKeys.create({ body: { name: 'Recipe', permissions } })).secret

  beforeAll(async () => {
    admin = await server().organization()
    screen = await TestScreen.claim(server(), admin)
    const { raw } = await screen.manifest()
    await screen.report({ group: raw.group.hash, device: raw.device.hash })
    // It goes offline.
    server().clock.advance(600_000)
  })

  /** Runs a script in a folder with these files; returns what it prints. */
  async function run(script: string, env: Record<string, string>, files: Record<string, Buffer> = {}) {
    const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-recipe-'))
    try {
      for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content)
      const { PATH = '' } = process.env
      const child = spawn('sh', ['-e', '-c', script], {
        cwd: folder,
        env: { PATH, VITRINE: server().origins.console, ...env },
      })
      let printed = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
      const code = await new Promise((resolve) => child.on('close', resolve))
      expect(code, printed).toBe(0)
      return JSON.parse(printed)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  const media = async (name: string, content: Buffer) => {
    const [item] = await upload(admin, [{ name, content }])
    return item?.id ?? ''
  }
  const srcOf = async (id: string) => (await admin.api.media.get({ params: { id } })).media.src

  it('are all tested', () => {
    expect([...recipes.keys()]).toEqual([
      'publish-picture',
      'change-price',
      'deploy-package',
      'wrong-screens',
      'home-assistant',
      'client-script',
      'commands',
      'organization-file',
    ])
  })

  it.skipIf(!hasCurl)('publish a picture, as written', async () => {
    const id = await media('menu.png', await picture('red'))
    const before = await srcOf(id)
    const env = { VITRINE_KEY: await keyFor('media'), MEDIA_ID: id }
    await run(recipes.get('publish-picture') ?? '', env, { 'menu.png': await picture('blue') })
    expect(await srcOf(id)).not.toBe(before)
    const [version] = (await admin.api.mediaVersions.list({ params: { id } })).versions
    expect(version?.replacedBy).toBe('key Recipe')
  })

  it.skipIf(!hasCurl)('change a price, as written', async () => {
    const file = { name: 'prices.csv', content: btoa('Dish,Price\nEspresso,2.50\n') }
    const { source } = await admin.api.sources.create({ body: { name: 'Menu', kind: 'csv', file } })
    await run(recipes.get('change-price') ?? '', { VITRINE_KEY: await keyFor('media'), SOURCE_ID: source.id })
    const { rows } = await admin.api.sources.rows({ params: { id: source.id } })
    expect(JSON.stringify(rows)).toContain('2.80')
  })

  it.skipIf(!hasCurl)('deploy a web package, as its workflow says', async () => {
    const id = await media('menu.zip', menuBoard())
    const { jobs } = parse(recipes.get('deploy-package') ?? '')
    const { run: script } = jobs.deploy.steps.at(-1)
    const env = { VITRINE_KEY: await keyFor('media'), MEDIA_ID: id }
    const { media: saved } = await run(script, env, { 'menu.zip': menuBoard() })
    expect(saved.id).toBe(id)
  })

  it.skipIf(!hasCurl)('list screens that are wrong, as written', async () => {
    const { devices } = await run(recipes.get('wrong-screens') ?? '', { VITRINE_KEY: await keyFor() })
    expect(devices.map(({ id }: { id: string }) => id)).toEqual([screen.deviceId])
  })

  it('count and switch screens from Home Assistant', async () => {
    const tag = { tag: '!secret', resolve: () => '' }
    const { rest, rest_command: commands } = parse(recipes.get('home-assistant') ?? '', { customTags: [tag] })
    const key = server().as(await keyFor('devices'))
    const pathOf = (url: string) => url.replace('https://signage.example.org/api', '')
    const { total } = (await key.call('GET', pathOf(rest[0].resource))).body as { total: number }
    expect(total).toBeGreaterThan(0)
    expect(rest[0].sensor[0].value_template).toBe('{{ value_json.total }}')

    const { id: storyboard } = await makeStoryboard(admin, { approve: true })
    const values: Record<string, string> = { screen: screen.deviceId, storyboard }
    const send = async ({ url, method, content_type, payload }: Command) => {
      const fill = (text: string) => text.replace(/\{\{ (\w+) \}\}/g, (_all, name) => values[name] ?? '')
      expect(content_type).toBe('application/json')
      const { status, body } = await key.call(method, fill(pathOf(url)), JSON.parse(fill(payload)))
      expect(status, JSON.stringify(body)).toBe(200)
    }
    const shown = async () => (await admin.api.devices.switches({ query: {} })).switches[0]
    await send(commands.screen_show)
    expect(await shown()).toMatchObject({ by: 'key Recipe' })
    await send(commands.screen_return)
    expect(await shown()).toBeUndefined()
  })

  it('call the API from a script, with commands, and with a file, as written', async () => {
    const project = await ClientProject.make()
    try {
      const { id } = await makeGroup(admin)
      for (const name of ['Lunch', 'Welcome']) {
        const { id: storyboardId } = await makeStoryboard(admin, { approve: true })
        const { storyboard } = await admin.api.storyboards.get({ params: { id: storyboardId } })
        await admin.api.storyboards.update({ params: { id: storyboardId }, body: { ...storyboard, name } })
        await admin.api.storyboards.setStatus({ params: { id: storyboardId, status: 'approved' } })
      }
      const { deviceId } = screen
      await admin.api.deviceGroups.update({
        params: { id },
        query: {},
        body: { name: 'Lobby', devices: [deviceId] },
      })
      const VITRINE_KEY = await keyFor('media', 'devices', 'device-groups')
      const env = {
        VITRINE_URL: server().origins.console,
        VITRINE_KEY,
        MEDIA_ID: await media('menu.zip', menuBoard()),
      }
      await project.write('menu.zip', menuBoard())
      await project.write('script.mjs', recipes.get('client-script') ?? '')
      expect(await project.mustRun(process.execPath, ['script.mjs'], env)).toBe('Lobby: late\n')
      // Commands read `18:00` on their machine's clock.
      const ahead = Date.now() - server().clock.now()
      server().clock.jump(ahead)
      const printed = await project.mustRun('sh', ['-e', '-c', recipes.get('commands') ?? ''], env)
      server().clock.jump(-ahead)
      expect(printed).toContain('Sent "Lunch" to 1 screen: "Lobby"')
      expect(printed).toMatch(/Nothing to do\n$/)

      const name = 'Lobby 1'
      await admin.api.devices.update({ params: { id: deviceId }, body: { name } })
      await project.write('organization.yaml', recipes.get('organization-file') ?? '')
      expect(await project.mustRun('vitrine', ['apply', 'organization.yaml', '--yes'], env)).toContain(
        'Done: 3',
      )
      const { deviceGroup } = await admin.api.deviceGroups.get({ params: { id }, query: {} })
      expect(deviceGroup.schedule.slots).toHaveLength(2)
    } finally {
      await project.remove()
    }
  })
})
