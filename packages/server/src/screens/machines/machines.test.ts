import { createHash, createHmac } from 'node:crypto'
import type { Heartbeat } from '@vitrine/contract/api/screens/screen-report'
import { MACHINE_KINDS, MACHINE_LOG_CHARACTERS } from '@vitrine/contract/player/commands'
import { PANEL_STATES, type PanelState } from '@vitrine/contract/player/panel'
import { describe, expect, it } from 'vitest'
import { refused, useServer } from '#test/harness.ts'
import { FACTS, TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'

const KEY = 'ab'.repeat(32)

describe("the machine under a screen's player", () => {
  const server = useServer()
  const reportWith = async (
    screen: TestScreen,
    panel: PanelState | undefined,
    more: Partial<Heartbeat> = {},
  ) => {
    const { raw } = await screen.manifest()
    const shown = { group: raw.group.hash, device: raw.device.hash }
    await screen.report(shown, { screen: { ...FACTS, ...(panel && { panel }) }, ...more })
  }

  it('is part of the last report, without a cost for lists', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const room = { free: 1, total: 2 }
    const machine = {
      ...{ temperature: 61, disk: room, memory: null, wifi: -56, uptime: 9, browser: '140.0.7339.80' },
    }
    await reportWith(screen, 'off-by-plan', { machine })
    const params = { id: screen.deviceId }
    expect((await admin.api.devices.report({ params })).report?.machine).toEqual(machine)
    const { device } = await admin.api.devices.get({ params })
    expect(device.screen?.panel).toBe('off-by-plan')
    expect(JSON.stringify(device)).not.toContain('7339')
  })

  it('a TV that is off or shows something else is not counted as seen, before and after the report is written', async () => {
    const owner = await server().organization()
    const screens = await claimScreens(server(), owner, PANEL_STATES)
    for (const [index, panel] of PANEL_STATES.entries())
      if (screens[index]) await reportWith(screens[index], panel)
    const counts = async () => {
      const [delivery] = (await owner.api.devices.deliveries()).deliveries
      return [delivery?.shown, delivery?.unseen]
    }
    expect(await counts()).toEqual([PANEL_STATES.length, 2])
    await server().services.reports.flush()
    expect(await counts()).toEqual([PANEL_STATES.length, 2])
    const { states } = await owner.api.devices.states()
    // Nothing is planned for any of them, which is no problem for the TV that is off by plan.
    expect([states.panel, states.problems]).toEqual([3, PANEL_STATES.length - 1])
  })

  it.each(MACHINE_KINDS)(
    'carries out %s on a command signed with its own key, which expires soon',
    async (kind) => {
      const admin = await server().organization()
      const screen = await TestScreen.claim(server(), admin)
      await screen.open()
      const params = { id: screen.deviceId }
      const send = () => admin.api.devices.command({ params, body: { kind } })
      expect(await send()).toEqual({ state: 'failed', text: "This machine wasn't set up with kiosk.sh" })
      await screen.api.machines.register({ body: { key: KEY } })
      const outcome = send()
      const { data } = await screen.next(({ name }) => name === 'command')
      const { id: commandId, order } = data as never as {
        id: string
        order: { kind: string; id: string; expiresAt: number; signature: string }
      }
      await screen.api.player.commandDone({ params: { commandId }, body: { ok: true, text: '' } })
      expect((await outcome).state).toBe('done')
      const secret = createHash('sha256').update(KEY).digest('hex')
      const text = `${kind} ${order.id} ${order.expiresAt}`
      expect(order.signature).toBe(createHmac('sha256', secret).update(text).digest('hex'))
      expect(order.expiresAt - server().clock.now()).toBe(10_000)
      screen.hangUp()
    },
  )

  it('sends its log on request, which only its organization can download, and only the latest', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const at = `/devices/log/${screen.deviceId}`
    expect((await refused(screen.api.machines.sendLog({ body: { text: 'x' } }))).status).toBe(404)
    const key = 'ac'.repeat(32)
    await screen.api.machines.register({ body: { key } })
    expect((await admin.call('GET', at)).status).toBe(404)
    await screen.open()
    const outcome = admin.api.devices.command({ params: { id: screen.deviceId }, body: { kind: 'log' } })
    const { data } = await screen.next(({ name }) => name === 'command')
    const { id: commandId, order } = data as never as { id: string; order: { kind: string } }
    expect(order.kind).toBe('log')
    for (const text of ['older', 'newer <b>ü</b>']) await screen.api.machines.sendLog({ body: { text } })
    await screen.api.player.commandDone({ params: { commandId }, body: { ok: true, text: '' } })
    expect((await outcome).state).toBe('done')
    const log = await admin.call('GET', at)
    expect([log.body, log.headers.get('content-type')]).toEqual([
      'newer <b>ü</b>',
      'text/plain; charset=utf-8',
    ])
    expect((await stranger.call('GET', at)).status).toBe(404)
    const most = 'ü'.repeat(MACHINE_LOG_CHARACTERS)
    await screen.api.machines.sendLog({ body: { text: most } })
    expect((await refused(screen.api.machines.sendLog({ body: { text: `${most}.` } }))).status).toBe(400)
    // When it is connected to another screen, the machine's log is deleted.
    const other = await TestScreen.claim(server(), stranger)
    await other.api.machines.register({ body: { key } })
    expect((await stranger.call('GET', `/devices/log/${other.deviceId}`)).status).toBe(404)
    screen.hangUp()
  })

  it("gets the sites that it may open at the player's address, by its key", async () => {
    // Wrong keys are counted per process, and other tests in it start at the same instant.
    server().clock.advance(3_600_000)
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    await screen.api.machines.register({ body: { key: KEY } })
    await admin.api.allowedSites.add({ body: { host: 'menu.example.org' } })
    const ask = (key: string) =>
      fetch(`${server().origins.player}/api/machine/policy`, { headers: { authorization: `Bearer ${key}` } })
    const { allowlist } = (await (await ask(KEY)).json()) as { allowlist: string[] }
    expect(allowlist).toContain('menu.example.org')
    expect((await ask('cd'.repeat(32))).status).toBe(404)
  })
})
