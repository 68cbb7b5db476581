// How much of a file the server sends when many screens of one site need it: real players in one browser, each with a
// separate profile, with and without sharing.
import { randomBytes } from 'node:crypto'
import os from 'node:os'
import { chromium } from '@playwright/test'
import { report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'
import { connect, page, picture, storyboard, upload, wholePage } from './stories.mjs'

const SCREENS = Number(process.env.SCREENS ?? 20)
const MEGABYTES = Number(process.env.MEGABYTES ?? 50)
const TARGET = 1.5
const TIMEOUT_MS = 900_000

const server = await startServer()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--autoplay-policy=no-user-gesture-required',
    // As in the policy of kiosk.sh: one machine can't resolve its own mDNS names.
    '--disable-features=WebRtcHideLocalIpsWithMdns',
  ],
})
try {
  const call = await signIn(server.url)
  await call('POST', '/licences', {
    number: 'FARM',
    devicesCount: SCREENS,
    organizationId: call.profile.organizationId,
  }).catch((error) => console.warn(error.message))
  const screens = []
  for (let n = 0; n < SCREENS; n++) {
    const context = await browser.newContext({ viewport: { width: 160, height: 90 } })
    const screen = await context.newPage()
    await screen.goto(server.playerUrl)
    screens.push({ screen, id: await connect(call, screen, `Screen ${n + 1}`), requests: [] })
  }
  const devices = screens.map(({ id }) => id)
  const group = (await call('POST', '/device-groups/create', { name: 'Site', devices })).deviceGroup
  const shared = await run('with sharing', true)
  const alone = process.env.ALONE ? await run('without sharing', false) : undefined
  report('sharing', [
    { what: `screens, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}`, value: SCREENS },
    { what: 'size of the file', value: MEGABYTES, unit: 'MB' },
    {
      what: 'sent by the server, in sizes of the file',
      value: shared.sizes,
      target: `≤ ${TARGET}`,
      met: shared.sizes <= TARGET,
    },
    { what: 'screens that asked the server for it', value: shared.asked },
    { what: 'until all screens had it', value: shared.seconds, unit: 's' },
    ...(alone
      ? [
          { what: 'without sharing: sent by the server, in sizes of the file', value: alone.sizes },
          { what: 'without sharing: until all screens had it', value: alone.seconds, unit: 's' },
        ]
      : []),
  ])

  async function run(name, shareFiles) {
    await call('POST', '/device-configurations/create', { name, shareFiles, devices })
    const bytes = Buffer.concat([await picture(browser, 'green'), randomBytes(MEGABYTES * 1e6)])
    const mediaId = await upload(server, call, `${name}.jpg`, bytes)
    const sha256 = await sha256Of(bytes)
    const counts = { bytes: 0, asked: 0 }
    const stops = []
    for (const { screen } of screens) {
      const session = await screen.context().newCDPSession(screen)
      await session.send('Network.enable')
      const ours = new Set()
      session.on('Network.requestWillBeSent', ({ requestId, request }) => {
        if (!request.url.endsWith(`/player/files/${sha256}`)) return
        ours.add(requestId)
        counts.asked++
      })
      session.on('Network.dataReceived', ({ requestId, dataLength }) => {
        if (ours.has(requestId)) counts.bytes += dataLength
      })
      stops.push(() => session.detach())
    }
    const zone = wholePage('media-looper', { media: [{ mediaId, duration: 0 }] })
    const story = await storyboard(call, name, [{ layoutId: await page(call, name, [zone]), duration: 3600 }])
    const { deviceGroup } = await call('GET', `/device-groups/${group.id}`)
    const began = performance.now()
    await call('PUT', `/device-groups/${group.id}`, {
      name: 'Site',
      storyboardId: story,
      version: deviceGroup.version,
    })
    const deadline = performance.now() + TIMEOUT_MS
    for (const { screen } of screens)
      while (!(await screen.evaluate(holds, sha256))) {
        if (performance.now() > deadline) throw new Error('Not all screens have the file')
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    const seconds = (performance.now() - began) / 1000
    for (const stop of stops) await stop()
    return { sizes: counts.bytes / bytes.length, asked: counts.asked, seconds }
  }
} finally {
  await browser.close()
  await server.stop()
}

/** Runs in the player's page: whether it has the whole file. */
async function holds(sha256) {
  const files = await caches.open('vitrine-files')
  return (await files.match(`/files/${sha256}`)) !== undefined
}

async function sha256Of(bytes) {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
