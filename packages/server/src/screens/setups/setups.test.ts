import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import {
  DEBIAN_SIGNATURE,
  debianCommand,
  SETUP_FILES,
  SETUP_KINDS,
  type SetupKind,
  setupAddress,
} from '@vitrine/contract/player/setups'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import sharp from 'sharp'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fromBuffer } from 'yauzl'
import { TestServer, useServer } from '#test/harness.ts'
import { brightsignZip } from './kinds/brightsign.ts'
import { startPage } from './start-page.ts'

type Files = Record<string, Buffer>

/** The members of an ar archive, read from its headers. */
function readAr(bytes: Buffer): Files {
  expect(bytes.subarray(0, 8).toString()).toBe('!<arch>\n')
  const files: Files = {}
  for (let at = 8; at < bytes.length; ) {
    const header = bytes.subarray(at, at + 60).toString()
    expect(header.slice(58)).toBe('`\n')
    const size = Number(header.slice(48, 58))
    files[header.slice(0, 16).trim()] = bytes.subarray(at + 60, at + 60 + size)
    at += 60 + size + (size % 2)
  }
  return files
}

/** The files of a gzipped tar; each header's checksum must match. */
function readTarGz(packed: Buffer): Files {
  const bytes = gunzipSync(packed)
  const files: Files = {}
  for (let at = 0; bytes[at] !== 0; ) {
    const header = Buffer.from(bytes.subarray(at, at + 512))
    const size = Number.parseInt(header.subarray(124, 136).toString(), 8)
    const sum = Number.parseInt(header.subarray(148, 156).toString(), 8)
    header.fill(' ', 148, 156)
    expect(header.reduce((total, byte) => total + byte, 0)).toBe(sum)
    expect(header.subarray(257, 262).toString()).toBe('ustar')
    const name = header.subarray(0, 100).toString().replace(/\0.*$/s, '')
    files[name] = bytes.subarray(at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

const readZip = (bytes: Buffer): Promise<Files> =>
  new Promise((resolve, reject) => {
    const files: Files = {}
    fromBuffer(bytes, { lazyEntries: true }, (failed, zip) => {
      if (failed) return reject(failed)
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (error, stream) => {
          if (error) return reject(error)
          files[entry.fileName] = Buffer.concat(await Array.fromAsync(stream))
          zip.readEntry()
        }),
      )
      zip.on('error', reject)
      zip.on('end', () => resolve(files))
      zip.readEntry()
    })
  })

const sizeOfPng = async (png: Buffer | undefined) => {
  const { format, width, height } = await sharp(png).metadata()
  return [format, width, height]
}

describe('files that set screens up', () => {
  const server = useServer()
  const player = () => new URL(server().origins.player).origin
  const load = async (kind: SetupKind) => {
    const answer = await fetch(setupAddress(player(), kind))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${SETUP_FILES[kind]}"`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const loadText = async (kind: SetupKind) => (await load(kind)).toString()

  describe('Debian: a signed package', () => {
    let assets: string
    let built: TestServer
    let folder: string
    beforeAll(async () => {
      assets = await mkdtemp(path.join(tmpdir(), 'vitrine-setup-'))
      folder = path.join(assets, 'tried')
      await mkdir(folder)
      await cp(path.join(import.meta.dirname, '../../../../player/public'), path.join(assets, 'player'), {
        recursive: true,
      })
      built = await TestServer.start({}, { assets })
    })
    afterAll(async () => {
      await built.close()
      await rm(assets, { recursive: true, force: true })
    })
    const at = (name: string) => path.join(folder, name)
    const run = (program: string, ...args: string[]) =>
      spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
    const fetchTo = async (name: string, headers: Record<string, string> = {}) => {
      const { origin } = new URL(built.origins.player)
      const { statusCode, body } = await request(`${origin}/api/setup/${name}`, { headers })
      expect(statusCode).toBe(200)
      await writeFile(at(name), Buffer.from(await body.arrayBuffer()))
    }

    it("is only installed by the console's commands exactly as this server made it", async () => {
      const admin = await built.organization()
      const { addresses, signedBy } = await admin.api.devices.playerAddresses()
      const commands = debianCommand(addresses[0] ?? '', signedBy).split(' &&\n')
      expect(commands.at(-1)).toBe(
        'sudo apt install --no-install-recommends --allow-downgrades ./vitrine-kiosk.deb',
      )
      for (const name of [SETUP_FILES.debian, DEBIAN_SIGNATURE]) await fetchTo(name)
      // All commands except the downloads and the installation.
      const verify = () => run('sh', '-c', commands.slice(2, -1).join(' && '))
      expect(verify()).toMatchObject({ status: 0, stdout: 'Signature Verified Successfully\n' })
      const bytes = await readFile(at(SETUP_FILES.debian))
      const changed = Buffer.from(bytes)
      changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1
      await writeFile(at(SETUP_FILES.debian), changed)
      expect(verify().status).not.toBe(0)
      await writeFile(at(SETUP_FILES.debian), bytes)
      // An attacker in between has it signed for another host, and serves that.
      const { port } = new URL(built.origins.player)
      for (const name of [SETUP_FILES.debian, DEBIAN_SIGNATURE])
        await fetchTo(name, { host: `elsewhere.test:${port}` })
      const elsewhere = verify()
      expect(elsewhere).toMatchObject({ status: 1, stdout: 'Signature Verified Successfully\n' })
      for (const name of [SETUP_FILES.debian, DEBIAN_SIGNATURE]) await fetchTo(name)
      const other = await server().organization()
      const { signedBy: another } = await other.api.devices.playerAddresses()
      expect(another).not.toBe(signedBy)
      const forged = debianCommand(addresses[0] ?? '', another)
        .split(' &&\n')
        .slice(2, -1)
        .join(' && ')
      expect(run('sh', '-c', forged).status).not.toBe(0)
    })

    it('has the programs it needs, and sets this player up with the files that it brings', async () => {
      await fetchTo(SETUP_FILES.debian)
      const field = (name: string) => run('dpkg-deb', '-f', SETUP_FILES.debian, name).stdout.trim()
      expect([field('Package'), field('Architecture')]).toEqual(['vitrine-kiosk', 'all'])
      // Without polkitd, logind gives the compositor no seat.
      expect(field('Depends').split(', ')).toEqual(
        expect.arrayContaining(['cage', 'chromium | chromium-browser', 'polkitd | policykit-1', 'python3']),
      )
      expect(run('dpkg-deb', '-R', SETUP_FILES.debian, 'unpacked').stderr).toBe('')
      const unpacked = at('unpacked')
      const { player: own, content } = built.origins
      for (const [name, text] of [
        ['postinst', `kiosk.sh --installed \${VITRINE_KIOSK_ADDRESSES:-${own} ${content}}\n`],
        ['prerm', 'kiosk.sh --undo\n'],
        ['postrm', 'rm -rf /var/lib/vitrine-kiosk\n'],
      ] as const) {
        const file = path.join(unpacked, 'DEBIAN', name)
        expect((await stat(file)).mode & 0o777).toBe(0o755)
        expect(await readFile(file, 'utf8')).toContain(text)
        expect(run('sh', '-n', file).status).toBe(0)
      }
      const sums = spawnSync('md5sum', ['--check', '--quiet', 'DEBIAN/md5sums'], {
        cwd: unpacked,
        encoding: 'utf8',
      })
      expect(sums).toMatchObject({ status: 0, stdout: '' })
      // Nothing is loaded from the network.
      const script = 'unpacked/usr/lib/vitrine-kiosk/kiosk.sh'
      expect(run('sh', script, '--files', 'written', own)).toMatchObject({ status: 0, stderr: '' })
      const unit = await readFile(at('written/etc/systemd/system/vitrine-kiosk-watch.service'), 'utf8')
      const [, program] = /ExecStart=\S+ -I (\S+)/.exec(unit) ?? []
      expect(await readFile(at(`written${program}`), 'utf8')).toContain('#!/usr/bin/env python3')
      const { signedBy } = await (await built.organization()).api.devices.playerAddresses()
      const key = await readFile(path.join(unpacked, 'usr/lib/vitrine-kiosk/server.der'))
      expect(key.toString('base64')).toBe(signedBy)
    })

    it('has another version for another address, so that apt moves the screen', async () => {
      const versionAt = async (headers: Record<string, string>) => {
        await fetchTo(SETUP_FILES.debian, headers)
        return run('dpkg-deb', '-f', SETUP_FILES.debian, 'Version').stdout.trim()
      }
      const { port } = new URL(built.origins.player)
      const first = await versionAt({})
      expect(first).toMatch(new RegExp(`^${PRODUCT_VERSION.replaceAll('.', '\\.')}\\+[0-9a-f]{12}$`))
      expect(await versionAt({})).toBe(first)
      expect(await versionAt({ host: `elsewhere.test:${port}` })).not.toBe(first)
    })

    it('passes the checks of Debian for packages', async () => {
      await fetchTo(SETUP_FILES.debian)
      const { error, stdout } = run('lintian', '--allow-root', SETUP_FILES.debian)
      // Only Debian has it.
      if (!error) expect(stdout).toBe('')
    })

    it('is not found if no player is built', async () => {
      for (const name of [SETUP_FILES.debian, DEBIAN_SIGNATURE])
        expect((await fetch(`${player()}/api/setup/${name}`)).status).toBe(404)
    })
  })

  it('webOS: a package of an app folder with its icons and start page', async () => {
    const outer = readAr(await load('webos'))
    expect(Object.keys(outer)).toEqual(['debian-binary', 'control.tar.gz', 'data.tar.gz'])
    expect(outer['debian-binary']?.toString()).toBe('2.0\n')
    const control = readTarGz(outer['control.tar.gz'] as Buffer).control?.toString()
    const data = readTarGz(outer['data.tar.gz'] as Buffer)
    const app = 'usr/palm/applications/org.vitrine.player'
    const info = JSON.parse(String(data[`${app}/appinfo.json`]))
    expect(control).toContain(`Package: ${info.id}\nVersion: ${info.version}\n`)
    expect([info.type, info.version]).toEqual(['web', PRODUCT_VERSION])
    expect(data[`${app}/${info.main}`]?.toString()).toContain(`var PLAYER = "${player()}"`)
    expect(await sizeOfPng(data[`${app}/${info.icon}`])).toEqual(['png', 80, 80])
    expect(await sizeOfPng(data[`${app}/${info.largeIcon}`])).toEqual(['png', 130, 130])
    const contents = JSON.parse(String(data['usr/palm/packages/org.vitrine.player/packageinfo.json']))
    expect(contents).toEqual({ id: info.id, version: info.version, app: info.id })
    expect(data['usr/palm/applications/']?.length).toBe(0)
  })

  it('Tizen: an unsigned widget whose configuration references existing files', async () => {
    const files = await readZip(await load('tizen'))
    const config = String(files['config.xml'])
    expect(config).toMatch(/<tizen:application id="(\w{10})\.\w+" package="\1" required_version="5\.5"\/>/)
    const [, main] = /<content src="([^"]+)"/.exec(config) ?? []
    const [, image] = /<icon src="([^"]+)"/.exec(config) ?? []
    expect(String(files[main ?? ''])).toContain(`var PLAYER = "${player()}"`)
    expect(await sizeOfPng(files[image ?? ''])).toEqual(['png', 117, 117])
    expect(Object.keys(files).filter((name) => name.includes('signature'))).toEqual([])
  })

  it('BrightSign: scripts at the root of the archive, the same bytes each time', async () => {
    const bytes = await load('brightsign')
    const files = await readZip(bytes)
    expect(Object.keys(files)).toEqual(['autozip.brs', 'autorun.brs'])
    const script = String(files['autorun.brs'])
    expect(script).toContain(`address$ = "${player()}/"`)
    for (const [opened, closed] of [
      [/^\s*Sub Main\(\)/gm, /^\s*End Sub/gm],
      [/\bthen$/gm, /end if/g],
      [/^\s*while true/gm, /end while/g],
    ] as const)
      expect(script.match(opened)?.length).toBe(script.match(closed)?.length)
    expect(await brightsignZip(player())).toEqual(bytes)
  })

  it('Android: settings to import, and a policy that locks the device to the app', async () => {
    expect(JSON.parse(await loadText('fully'))).toMatchObject({
      startURL: `${player()}/`,
      launchOnBoot: true,
    })
    const [app] = JSON.parse(await loadText('android')).applications
    expect([app.installType, app.managedConfiguration]).toEqual(['KIOSK', { address: `${player()}/` }])
  })

  it('ChromeOS and Windows: the address, and no password', async () => {
    expect(await loadText('chromeos')).toContain(`<code>${player()}/</code>`)
    const script = await loadText('windows')
    expect(script).toContain(`$Player = '${player()}'`)
    expect(script).toContain(`$Content = '${server().origins.content}'`)
    expect(script.split("'").length % 2).toBe(1)
    for (const kind of SETUP_KINDS.filter((each) => each !== 'debian'))
      expect(await loadText(kind)).not.toMatch(/kioskPin|DefaultPassword/)
  })

  it('uses the host name of the request, and refuses one that could end a string', async () => {
    const from = (host: string) =>
      server().inject({ url: `/api/setup/${SETUP_FILES.windows}`, headers: { host } })
    const { port } = new URL(player())
    expect((await from('signs.example')).body).toContain(`$Player = 'http://signs.example:${port}'`)
    for (const host of ["a'b.example", 'a"b.example', 'a$(b).example', 'a`b.example'])
      expect((await from(host)).statusCode, host).not.toBe(200)
  })

  it('an unknown file is not found', async () => {
    expect((await fetch(`${player()}/api/setup/autorun.brs`)).status).toBe(404)
  })
})

describe('the start page of an installed app', () => {
  /** Runs the page's script with a network that works from the nth attempt on. */
  function run(player: string, answersFrom: number, stored: Record<string, string> = {}) {
    const script = /<script>(.*)<\/script>/s.exec(startPage(player))?.[1] ?? ''
    const replace = vi.fn()
    const text = { textContent: '' }
    const later: (() => void)[] = []
    let tries = 0
    runInNewContext(script, {
      Image: class {
        onload?: () => void
        onerror?: () => void
        set src(address: string) {
          expect(address.startsWith(`${player}/app-icon.svg?`)).toBe(true)
          if (++tries >= answersFrom) this.onload?.()
          else this.onerror?.()
        }
      },
      location: { replace },
      document: { getElementById: () => text },
      localStorage: {
        getItem: (key: string) => stored[key] ?? null,
        setItem: (key: string, value: string) => {
          stored[key] = value
        },
      },
      setTimeout: (run: () => void, ms: number) => {
        if (ms === 5000) later.push(run)
      },
      clearTimeout: () => {},
    })
    return { replace, text, later, stored }
  }

  it('waits for the server, then opens the player', () => {
    const page = run('http://10.0.0.5:8081', 2)
    expect(page.later).toHaveLength(1)
    expect(page.text.textContent).toContain("Can't reach http://10.0.0.5:8081")
    expect(page.replace).not.toHaveBeenCalled()
    page.later[0]?.()
    expect(page.replace).toHaveBeenCalledWith('http://10.0.0.5:8081/')
  })

  it('opens a previously opened player without the server, on HTTPS only', () => {
    const { stored } = run('https://a.example', 1)
    expect(stored).toEqual({ 'vitrine.opened': 'https://a.example' })
    const again = run('https://a.example', 9, stored)
    expect(again.replace).toHaveBeenCalledWith('https://a.example/')
    const plain = run('http://a.example', 9, { 'vitrine.opened': 'http://a.example' })
    expect(plain.later).toHaveLength(1)
    expect(plain.replace).not.toHaveBeenCalled()
  })
})
