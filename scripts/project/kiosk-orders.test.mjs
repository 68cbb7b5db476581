import { spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../setup/root.mjs'

const SCRIPT = path.join(root, 'packages/player/public/kiosk-orders.sh')
const isDebian = spawnSync('dpkg-deb', ['--version']).status === 0
const INSTALLED = { version: '1.4.0+bbbbbbbbbbbb', homepage: 'http://10.0.0.5:8081' }

describe.skipIf(!isDebian)('the orders that root carries out for the helper of a kiosk', () => {
  const [own, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
  let folder
  let server
  let served
  beforeEach(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-orders-'))
    for (const name of ['orders', 'bin']) mkdirSync(at(name))
    writeFileSync(at('server.der'), own.publicKey.export({ format: 'der', type: 'spki' }))
    const query = `#!/bin/sh\ncase $* in *Version*) printf '${INSTALLED.version}' ;; *) printf '${INSTALLED.homepage}' ;; esac\n`
    writeFileSync(at('bin/dpkg-query'), query, { mode: 0o755 })
    for (const name of ['apt-get', 'systemctl', 'sleep']) {
      const log = `#!/bin/sh\necho "${name} $*\${VITRINE_KIOSK_ADDRESSES:+ for $VITRINE_KIOSK_ADDRESSES}" >>'${at('log')}'\n`
      writeFileSync(at(`bin/${name}`), log, { mode: 0o755 })
    }
    served = {}
    server = http.createServer(({ url }, reply) => {
      const bytes = served[path.basename(url)]
      reply.writeHead(bytes ? 200 : 404).end(bytes)
    })
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const at = (name) => path.join(folder, name)

  /** A package with these fields, signed by this key. */
  const publish = (
    { version = '1.5.0+aaaaaaaaaaaa', homepage = INSTALLED.homepage, name = 'vitrine-kiosk' },
    by,
  ) => {
    mkdirSync(at('package/DEBIAN'), { recursive: true })
    const fields = [
      ...[`Package: ${name}`, `Version: ${version}`, `Homepage: ${homepage}`, 'Architecture: all'],
      ...['Maintainer: x <x@x.invalid>', 'Description: x', ''],
    ]
    writeFileSync(at('package/DEBIAN/control'), fields.join('\n'))
    spawnSync('dpkg-deb', ['--root-owner-group', '-b', at('package'), at('made.deb')])
    served['vitrine-kiosk.deb'] = readFileSync(at('made.deb'))
    served['vitrine-kiosk.deb.sig'] = sign(null, served['vitrine-kiosk.deb'], by.privateKey)
  }
  const carryOut = async (...orders) => {
    for (const order of orders) writeFileSync(at(`orders/order-${order}`), '')
    const env = {
      ...process.env,
      PATH: `${at('bin')}:${process.env.PATH}`,
      ORDERS: at('orders'),
      KEY: at('server.der'),
    }
    const player = `http://127.0.0.1:${server.address().port}`
    const child = spawn('sh', [SCRIPT, player, 'http://content'], { env })
    let said = ''
    child.stderr.on('data', (text) => {
      said += text
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, readdirSync(at('orders'))]).toEqual([0, []])
    return { said, log: existsSync(at('log')) ? readFileSync(at('log'), 'utf8') : '', player }
  }

  it('restart the browser, and the machine', async () => {
    expect((await carryOut('restart-browser')).log).toContain('systemctl restart vitrine-kiosk.service\n')
    expect((await carryOut('reboot', 'unknown')).log).toMatch(/systemctl reboot\n$/)
  })

  it.each(['1.5.0+aaaaaaaaaaaa', '1.4.0+aaaaaaaaaaaa'])(
    'update the kiosk to a version that its server signed, with the addresses of this screen: %s',
    async (version) => {
      publish({ version }, own)
      const { log, player } = await carryOut('update-kiosk')
      expect(log).toMatch(
        new RegExp(
          `apt-get install .*--allow-downgrades /\\S+/vitrine-kiosk\\.deb for ${player} http://content\n$`,
        ),
      )
    },
  )

  it.each([
    ['signed by another server', {}, other, "isn't signed by the server"],
    ['for another address', { homepage: 'http://evil.test' }, own, 'for another address'],
    ['that is older', { version: '1.3.9+ffffffffffff' }, own, 'is older than'],
    ['with another name', { name: 'other' }, own, 'another package'],
  ])('but not to a package %s', async (_, fields, by, why) => {
    publish(fields, by)
    const { said, log } = await carryOut('update-kiosk')
    expect([said, log]).toEqual([expect.stringContaining(`No update: `), ''])
    expect(said).toContain(why)
  })

  it('and say that the server did not answer', async () => {
    expect((await carryOut('update-kiosk')).said).toContain("doesn't answer")
  })
})
