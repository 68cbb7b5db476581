import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../setup/root.mjs'

const SCRIPT = path.join(root, 'packages/player/public/kiosk.sh')
let folder
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-kiosk-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (...addresses) => spawnSync('sh', [SCRIPT, '--files', folder, ...addresses], { encoding: 'utf8' })
const written = (file) => readFileSync(path.join(folder, file), 'utf8')
const LIB = 'usr/lib/vitrine-kiosk'
const START = 'http://127.0.0.1:899/start'
const MANAGED = 'etc/chromium/policies/managed'
const UNITS = 'etc/systemd/system'
const unitFiles = () =>
  readdirSync(path.join(folder, UNITS))
    .filter((name) => name.startsWith('vitrine-kiosk'))
    .map((name) => `${UNITS}/${name}`)
const sites = () => JSON.parse(written(`${MANAGED}/vitrine-kiosk-sites.json`))
// A list in two files would be that of one of them.
const policy = () => ({ ...sites(), ...JSON.parse(written(`${MANAGED}/vitrine-kiosk.json`)) })

describe('the kiosk set-up', () => {
  it.each([
    [['http://192.168.1.10:8081'], ['http://192.168.1.10:8081', 'http://192.168.1.10:8082']],
    [['http://192.168.1.10:8081/'], ['http://192.168.1.10:8081', 'http://192.168.1.10:8082']],
    [
      ['https://player.example', 'https://pages.example'],
      ['https://player.example', 'https://pages.example'],
    ],
    [['http://[::1]:8081'], ['http://[::1]:8081', 'http://[::1]:8082']],
    // As browsers write it: the page's origin is compared with it.
    [['HTTP://Player.Example:80/'], ['http://player.example', 'http://player.example']],
    [
      ['https://player.example:443', 'https://pages.example:65535'],
      ['https://player.example', 'https://pages.example:65535'],
    ],
    [['http://player:1'], ['http://player:1', 'http://player:2']],
  ])('lets the browser show %j and nothing else, and keep what it plays', (addresses, allowed) => {
    expect(run(...addresses)).toMatchObject({ status: 0, stderr: '' })
    expect(policy()).toMatchObject({
      URLBlocklist: ['*'],
      URLAllowlist: [...allowed, START],
      OverrideSecurityRestrictionsOnInsecureOrigin: allowed,
      AutoplayAllowlist: allowed,
    })
  })

  it('PAIR-14 leaves people in front of it no file, window, tool or extension of the browser', () => {
    run('http://10.0.0.5:8081')
    expect(policy()).toMatchObject({
      URLBlocklist: ['*'],
      DeveloperToolsAvailability: 2,
      DownloadRestrictions: 3,
      AllowFileSelectionDialogs: false,
      DefaultPopupsSetting: 2,
      IncognitoModeAvailability: 1,
      BrowserGuestModeEnabled: false,
      BrowserAddPersonEnabled: false,
      ExtensionInstallBlocklist: ['*'],
      TaskManagerEndProcessEnabled: false,
      PrintingEnabled: false,
      ScreenCaptureAllowed: false,
    })
    const launcher = written(`${LIB}/kiosk-launcher.sh`)
    for (const flag of ['--kiosk', '--disable-pinch', '--overscroll-history-navigation=0'])
      expect(launcher).toContain(flag)
    expect(launcher).not.toContain('remote-debugging')
  })

  it('PLAY-24 keeps the browser from writing what a screen never needs', () => {
    run('http://10.0.0.5:8081')
    expect(policy()).toMatchObject({
      SavingBrowserHistoryDisabled: true,
      ComponentUpdatesEnabled: false,
      SafeBrowsingProtectionLevel: 0,
      MetricsReportingEnabled: false,
    })
    const launcher = written(`${LIB}/kiosk-launcher.sh`)
    // The network cache is in memory.
    expect(launcher).toMatch(/--disk-cache-dir="\$\{XDG_RUNTIME_DIR:-\/tmp\}/)
    expect(launcher).toMatch(/--disable-features=\S*SegmentationPlatform\b/)
  })

  it('starts the player with the machine, again and again, without waiting for the network', () => {
    run('http://10.0.0.5:8081')
    const unit = written('etc/systemd/system/vitrine-kiosk.service')
    expect(unit).toContain('/usr/lib/vitrine-kiosk/kiosk-launcher.sh http://10.0.0.5:8081 ')
    expect(unit).toMatch(/^Restart=always$/m)
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
    expect(unit).not.toContain('network-online')
    // One output of several: a page across two monitors would lie on the gap between them.
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/cage -d -m last -- /m)
    // Or a restart takes ten seconds.
    expect(unit).toMatch(/^ExecStop=-\+\/usr\/bin\/pkill -u vitrine-kiosk -f kiosk-launcher\.sh$/m)
    const started = unitFiles().flatMap(
      (file) => written(file).match(/\/usr\/lib\/vitrine-kiosk\/\S+/g) ?? [],
    )
    expect(new Set(started).size).toBeGreaterThan(4)
    for (const program of started)
      expect(statSync(path.join(folder, program)).mode & 0o111, program).not.toBe(0)
  })

  it('restarts a machine that hangs, and updates system and browser at night', () => {
    run('http://10.0.0.5:8081')
    expect(written('etc/systemd/system.conf.d/vitrine-kiosk.conf')).toContain('RuntimeWatchdogSec=15s')
    const timer = written('etc/systemd/system/apt-daily-upgrade.timer.d/vitrine-kiosk.conf')
    // An empty line takes the hours of the distribution away.
    expect(timer).toContain('OnCalendar=\nOnCalendar=*-*-* 02:00\nRandomizedDelaySec=2h')
    const browser = written('etc/systemd/system/vitrine-kiosk-browser.service')
    expect(browser).toContain('systemctl try-restart vitrine-kiosk.service')
    const rules = written('etc/apt/apt.conf.d/52vitrine-kiosk')
    expect(rules).toContain('label=Debian-Security')
    const read = spawnSync(
      '/usr/bin/apt-config',
      ['-c', path.join(folder, 'etc/apt/apt.conf.d/52vitrine-kiosk'), 'dump'],
      {
        encoding: 'utf8',
      },
    )
    // Debian alone has it.
    if (read.error) return
    expect(read.stderr).toBe('')
    expect(read.stdout).toContain('Unattended-Upgrade::Automatic-Reboot "false";')
  })

  it('installs the helper of the machine, which only the page of the player reaches', () => {
    run('http://10.0.0.5:8081')
    expect(written(`${LIB}/kiosk-machine.py`)).toBe(
      readFileSync(path.join(root, 'packages/player/public/kiosk-machine.py'), 'utf8'),
    )
    const unit = written('etc/systemd/system/vitrine-kiosk-machine.service')
    expect(unit).toMatch(/^User=vitrine-kiosk$/m)
    expect(unit).toMatch(/^ExecStart=\S+ -I \S+kiosk-machine\.py http:\/\/10\.0\.0\.5:8081 899$/m)
    // The port is known to the page before it is taken.
    expect(unit).toMatch(/^Before=vitrine-kiosk\.service$/m)
    expect(written('etc/systemd/system/vitrine-kiosk.service')).toMatch(/^Environment=HELPER=899$/m)
    expect(policy()).toMatchObject({ LocalNetworkAccessAllowedForUrls: ['http://10.0.0.5:8081'] })
    // Its orders are names of files, and nothing that they contain.
    expect(written(`${UNITS}/vitrine-kiosk-orders.path`)).toContain(
      'PathExistsGlob=/run/vitrine-kiosk/order-*',
    )
  })

  describe('the sites that the browser may open', () => {
    let server
    let answer
    const asked = []
    beforeEach(async () => {
      asked.length = 0
      server = http.createServer(({ url, headers }, reply) => {
        asked.push(`${url} ${headers.authorization}`)
        reply.writeHead(answer === undefined ? 404 : 200).end(answer)
      })
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
      run(`http://127.0.0.1:${server.address().port}`)
    })
    afterEach(() => server.close())
    const follow = async (sent) => {
      answer = sent
      const env = {
        ...process.env,
        KEY_DIR: path.join(folder, 'key'),
        POLICIES: `${path.join(folder, MANAGED)} /nowhere`,
      }
      const child = spawn('sh', [path.join(folder, LIB, 'kiosk-sites.sh'), ...own()], { env })
      let said = ''
      child.stderr.on('data', (text) => {
        said += text
      })
      const code = await new Promise((resolve) => child.on('exit', resolve))
      return { code, said }
    }
    const own = () => {
      const { port } = server.address()
      return [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`, START]
    }

    it('follow the list of the organization, asked for by a key of the machine that only root can read', async () => {
      const list = ['example.org', '.intranet:8080', '10.0.0.5', '[fd00::1]:3000', 'http://*']
      expect(await follow(JSON.stringify({ allowlist: list }))).toEqual({ code: 0, said: '' })
      expect(sites()).toEqual({ URLAllowlist: [...own(), ...list] })
      const key = written('key/key')
      expect(key).toMatch(/^[0-9a-f]{64}$/)
      expect(statSync(path.join(folder, 'key/key')).mode & 0o007).toBe(0)
      expect(statSync(path.join(folder, MANAGED, 'vitrine-kiosk-sites.json')).mode & 0o777).toBe(0o644)
      expect(asked).toEqual([`/api/machine/policy Bearer ${key}`])
      await follow(JSON.stringify({ allowlist: [] }))
      expect(sites()).toEqual({ URLAllowlist: own() })
      expect(asked[1]).toBe(asked[0])
    })

    it('stay unchanged while the server does not answer, and are not rewritten if nothing changed', async () => {
      await follow(JSON.stringify({ allowlist: ['example.org'] }))
      const before = sites()
      const { ino } = statSync(path.join(folder, MANAGED, 'vitrine-kiosk-sites.json'))
      await follow(JSON.stringify({ allowlist: ['example.org'] }))
      await follow(undefined)
      expect(sites()).toEqual(before)
      expect(statSync(path.join(folder, MANAGED, 'vitrine-kiosk-sites.json')).ino).toBe(ino)
    })

    it.each([
      '<html>Log in to the hotel network</html>',
      JSON.stringify({ allowlist: ['*'] }),
      JSON.stringify({ allowlist: ['file://*'] }),
      JSON.stringify({ allowlist: ['chrome://settings'] }),
      JSON.stringify({ allowlist: ['a"],"ExtensionInstallBlocklist":["b'] }),
      JSON.stringify({ allowlist: ['example.org'], DeveloperToolsAvailability: 1 }),
      `${JSON.stringify({ allowlist: [] })}\n{"DeveloperToolsAvailability":1}`,
    ])('are not what a hostile answer says: %s', async (sent) => {
      const before = sites()
      await follow(sent)
      expect(sites()).toEqual(before)
    })
  })

  describe('an address that could end a string, or that no server has', () => {
    const REFUSED = [
      ['', "isn't an address"],
      ['ftp://x', "isn't an address"],
      ['http://', "isn't an address"],
      ['http://a b', 'characters'],
      ['http://x/"y', 'characters'],
      ["http://x:80';reboot", 'characters'],
      ['http://x"],"x":["y', 'characters'],
      ['http://x:8081\nhttp://y', 'characters'],
      ['http://x:8081\n', 'characters'],
      ['http://x$(reboot)', 'characters'],
      ['http://x\\', 'characters'],
      ['http://x*', 'characters'],
      ['http://ü.example', 'characters'],
      ['http://user@x', 'characters'],
      ['http://x:8081/path', "isn't an address"],
      ['http://-x', "isn't an address"],
      ['http://x:', 'port'],
      ['http://x:0', 'port'],
      ['http://x:08', 'port'],
      ['http://x:65536', 'port'],
      ['http://x:99999999999999999999', 'port'],
      ['http://[::1]:0', 'port'],
    ]
    it.each(REFUSED)('is refused in words as the address of the player: %j', (address, why) => {
      const { status, stderr } = run(address)
      expect([status, stderr]).toEqual([1, expect.stringContaining(why)])
      expect(() => policy()).toThrow()
    })
    it.each(REFUSED)('and as that of uploaded web pages: %j', (address, why) => {
      const { status, stderr } = run('http://x:8081', address)
      expect([status, stderr]).toEqual([1, expect.stringContaining(why)])
      expect(() => policy()).toThrow()
    })
    it('a last port has no next one for web pages', () => {
      expect(run('http://x:65535').stderr).toContain('Add the address of uploaded web pages')
      expect(run('http://x:65535', 'http://x:8082').status).toBe(0)
    })
    it('a server that does not answer is named', () => {
      const alone = path.join(folder, 'kiosk.sh')
      writeFileSync(alone, readFileSync(SCRIPT))
      const { status, stderr } = spawnSync('sh', [alone, '--files', folder, 'http://127.0.0.1:9'], {
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining("http://127.0.0.1:9 doesn't answer as a Vitrine player"),
      ])
    })
  })
})
