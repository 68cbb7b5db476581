import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
const MANAGED = 'etc/chromium/policies/managed'
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
  ])('lets the browser show %j and nothing else, and keep what it plays', (addresses, allowed) => {
    expect(run(...addresses)).toMatchObject({ status: 0, stderr: '' })
    expect(policy()).toMatchObject({
      URLBlocklist: ['*'],
      URLAllowlist: allowed,
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
    const launcher = written('usr/local/bin/vitrine-kiosk')
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
    const launcher = written('usr/local/bin/vitrine-kiosk')
    // The network cache is in memory.
    expect(launcher).toMatch(/--disk-cache-dir="\$\{XDG_RUNTIME_DIR:-\/tmp\}/)
    expect(launcher).toMatch(/--disable-features=\S*SegmentationPlatform\b/)
  })

  it('starts the player with the machine, again and again, without waiting for the network', () => {
    run('http://10.0.0.5:8081')
    const unit = written('etc/systemd/system/vitrine-kiosk.service')
    expect(unit).toContain('/usr/local/bin/vitrine-kiosk http://10.0.0.5:8081 ')
    expect(unit).toMatch(/^Restart=always$/m)
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
    expect(unit).not.toContain('network-online')
    expect(statSync(path.join(folder, 'usr/local/bin/vitrine-kiosk')).mode & 0o111).not.toBe(0)
    expect(spawnSync('sh', ['-n', path.join(folder, 'usr/local/bin/vitrine-kiosk')]).status).toBe(0)
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
    expect(written('usr/local/lib/vitrine-kiosk/kiosk-machine.py')).toBe(
      readFileSync(path.join(root, 'packages/player/public/kiosk-machine.py'), 'utf8'),
    )
    const unit = written('etc/systemd/system/vitrine-kiosk-machine.service')
    expect(unit).toMatch(/^User=vitrine-kiosk$/m)
    expect(unit).toMatch(/^ExecStart=\S+ -I \S+kiosk-machine\.py http:\/\/10\.0\.0\.5:8081 899$/m)
    // The port is known to the page before it is taken.
    expect(unit).toMatch(/^Before=vitrine-kiosk\.service$/m)
    expect(written('etc/systemd/system/vitrine-kiosk.service')).toMatch(/^Environment=HELPER=899$/m)
    expect(policy()).toMatchObject({ LocalNetworkAccessAllowedForUrls: ['http://10.0.0.5:8081'] })
    const restart = written('etc/systemd/system/vitrine-kiosk-reboot.service')
    expect(restart).toContain('ExecStart=/usr/bin/systemctl reboot')
  })

  describe('the launcher', () => {
    /** Starts it with a browser of these lines, which looks like one to `ps`; resolves with seconds until both ended. */
    const launch = async (lines) => {
      run('http://10.0.0.5:8081')
      const bin = path.join(folder, 'bin')
      mkdirSync(bin)
      const profile = path.join(folder, 'profile')
      const browser = [
        '#!/bin/sh',
        `FILES="${profile}/Default/File System"`,
        `echo "$@" >"${folder}/args"`,
        ...lines,
      ]
      writeFileSync(path.join(bin, 'chromium'), browser.join('\n'), { mode: 0o755 })
      const env = {
        ...process.env,
        PATH: `${bin}:${process.env.PATH}`,
        XDG_RUNTIME_DIR: path.join(folder, 'run'),
        EVERY: '0.2',
      }
      const began = performance.now()
      const child = spawn(
        'sh',
        [path.join(folder, 'usr/local/bin/vitrine-kiosk'), 'http://10.0.0.5:8081', profile],
        { env },
      )
      await new Promise((resolve) => child.on('exit', resolve))
      return (performance.now() - began) / 1000
    }
    const renderer = (seconds) =>
      `sh -c 'sleep ${seconds}' -- --type=renderer & R=$!; trap 'kill $R; exit' TERM`
    const sign = (count) => `for n in $(seq ${count}); do date +%N >"$FILES/lives"; sleep 0.3; done`

    it('ends a browser whose page stopped rewriting its file in memory', async () => {
      expect(await launch([renderer(20), sign(6), 'wait'])).toBeLessThan(12)
      expect(written('args')).toContain('http://10.0.0.5:8081/#signs=memory')
    }, 30_000)

    it('keeps a browser whose page rewrites it', async () => {
      expect(await launch([renderer(20), sign(16), 'kill $R'])).toBeGreaterThan(4.5)
    }, 30_000)

    it("keeps a browser that can't store files", async () => {
      expect(await launch([renderer(4), 'wait'])).toBeGreaterThan(3.5)
    }, 30_000)
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
      const child = spawn('sh', [path.join(folder, 'usr/local/sbin/vitrine-kiosk-sites')], { env })
      let said = ''
      child.stderr.on('data', (text) => {
        said += text
      })
      const code = await new Promise((resolve) => child.on('exit', resolve))
      return { code, said }
    }
    const own = () => {
      const { port } = server.address()
      return [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`]
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

  it.each(['', 'ftp://x', 'http://a b', 'http://x/"y', "http://x:80';reboot", 'http://x:8081/path'])(
    'refuses the address %j and writes nothing',
    (address) => {
      expect(run(address).status).not.toBe(0)
      expect(() => policy()).toThrow()
    },
  )
})
