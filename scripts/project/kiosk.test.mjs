import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
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
const policy = () => JSON.parse(written('etc/chromium/policies/managed/vitrine-kiosk.json'))

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
    // The cache of the network lies in memory.
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

  it.each(['', 'ftp://x', 'http://a b', 'http://x/"y', "http://x:80';reboot", 'http://x:8081/path'])(
    'refuses the address %j and writes nothing',
    (address) => {
      expect(run(address).status).not.toBe(0)
      expect(() => policy()).toThrow()
    },
  )
})
