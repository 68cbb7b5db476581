import { expect } from '@playwright/test'
import { PAGES } from '#test/browser/build-player.ts'
import { type Tv, test } from '#test/browser/screen.ts'
import { contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'
import { startProtocolServer } from '#test/protocol-server.ts'

const RED = '4,0,0'

async function playRed({ connect, colour, image, secure }: Tv) {
  const file = await image('red')
  const content = contentOf([{ id: 's', items: [{ page: zonePage('p', ['m']), seconds: 30 }] }], { m: file })
  await connect(secure, groupPart(content, scheduleOf('s')), devicePart())
  await expect.poll(colour).toBe(RED)
  return file
}

/** Another address of the same installation. */
async function anotherAddress({ server }: Tv) {
  const other = await startProtocolServer({ pages: PAGES })
  for (const { bytes, mimetype } of server.files.values()) other.addFile(bytes, mimetype)
  const { screen } = server.state
  other.state.screen = screen && { ...screen, streams: new Set() }
  return { other, address: `http://localhost:${new URL(other.url).port}` }
}

test('a screen moves to another address with its identity, stays there after a restart, and moves back', async ({
  tv,
}) => {
  const { server, secure, colour } = tv
  await playRed(tv)
  const { other, address } = await anotherAddress(tv)
  server.command({ kind: 'move', address })
  await expect.poll(() => server.done).toMatchObject([{ ok: true }])
  await expect.poll(() => tv.page.url()).toBe(`${address}/`)
  await expect.poll(colour, { timeout: 20_000 }).toBe(RED)
  await expect.poll(() => other.heartbeats.at(-1)?.screen.address).toBe(address)
  expect(other.heartbeats.at(-1)?.held.device).toBe(server.state.screen?.device.hash)

  // A kiosk starts at its configured address.
  await tv.restart(secure)
  await expect.poll(() => tv.page.url(), { timeout: 20_000 }).toBe(`${address}/`)
  await expect.poll(colour, { timeout: 20_000 }).toBe(RED)

  // If the new address is down, it plays at its configured one.
  await other.close()
  await tv.restart(secure)
  await expect.poll(colour, { timeout: 20_000 }).toBe(RED)
  expect(tv.page.url()).toBe(`${secure}/`)
  await other.reopen()

  await tv.page.goto(`${address}/`)
  await expect.poll(colour, { timeout: 20_000 }).toBe(RED)
  await expect.poll(() => other.state.screen?.streams.size).toBe(1)
  other.command({ kind: 'move', address: secure })
  await expect.poll(() => tv.page.url()).toBe(`${secure}/`)
  await expect.poll(colour, { timeout: 20_000 }).toBe(RED)
  await tv.restart(secure)
  await expect.poll(colour, { timeout: 20_000 }).toBe(RED)
  await tv.page.waitForTimeout(2000)
  expect(tv.page.url()).toBe(`${secure}/`)
  await other.close()
})

test('a screen stays if the new address is down, foreign, or refuses it', async ({ tv }) => {
  const { server, secure, colour } = tv
  await playRed(tv)
  const { other, address } = await anotherAddress(tv)
  const text = async () => {
    const before = server.done.length
    server.command({ kind: 'move', address })
    await expect.poll(() => server.done.length, { timeout: 20_000 }).toBe(before + 1)
    return server.done.at(-1)?.text
  }
  const { screen } = other.state
  other.state.screen = undefined
  expect(await text()).toContain('Session expired')
  other.state.screen = screen
  await other.close()
  expect(await text()).toContain("can't be reached")
  expect(tv.page.url()).toBe(`${secure}/`)
  await other.reopen()

  other.state.fault = (_request, response, call) =>
    call.includes('take-over') && Boolean(response.writeHead(404).end('{}'))
  expect(await text()).toBe('')
  await expect.poll(tv.problems, { timeout: 20_000 }).toContain('Not moved')
  expect(tv.page.url()).toBe(`${secure}/`)
  await expect.poll(colour, { timeout: 20_000 }).toBe(RED)
  await expect(tv.page.locator('.pairing-code')).toHaveCount(0)
  await other.close()
})
