import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import type { TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'

/** What a screen has of the latest version: what it shares with its group, its own part, both, or neither. */
const PARTS = [['group', 'device'], ['group'], ['device'], []] as const

describe('delivery of the latest version', () => {
  const server = useServer()

  it('LOAD-06: counts each screen by its last report, whether that is written yet or not', async () => {
    const admin = await server().organization()
    const other = await server().organization()
    const group = await makeGroup(admin, (await makeStoryboard(admin)).id)
    const grouped = await claimScreens(server(), admin, ['G1', 'G2', 'G3'], { deviceGroupId: group.id })
    const alone = await claimScreens(server(), admin, ['A1', 'A2'])
    await claimScreens(server(), other, ['O1'])
    const { clock, reports } = server().services
    const published = clock.now()
    const told = new Map<TestScreen, { held: boolean; shown: boolean; took: number; at: number }>()
    const one = fc.record({
      who: fc.nat(4),
      held: fc.constantFrom(...PARTS),
      shown: fc.constantFrom(...PARTS),
      took: fc.nat(9),
      flush: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 4 }), async (sent) => {
        for (const { who, held, shown, took, flush } of sent) {
          const screen = [...grouped, ...alone][who]
          if (!screen) throw new Error('Too few screens')
          server().clock.advance(1000)
          const { raw } = await screen.manifest()
          const current = { group: raw.group.hash, device: raw.device.hash }
          const at = { group: published + took, device: published + took }
          const only = (parts: readonly string[]) => ({
            group: parts.includes('group') ? current.group : '',
            device: parts.includes('device') ? current.device : '',
          })
          const isAll = { held: held.length === 2, shown: shown.length === 2 }
          await screen.report(only(shown), { held: only(held), shownAt: isAll.shown ? at : undefined })
          told.set(screen, { ...isAll, took, at: clock.now() })
          if (flush) await reports.flush()
        }
        const { deliveries } = await admin.api.devices.deliveries()
        expect(deliveries.map(({ groupId }) => groupId)).toEqual([group.id, null])
        for (const [delivery, screens] of [
          [deliveries[0], grouped],
          [deliveries[1], alone],
        ] as const) {
          const known = screens.map((screen) => ({ id: screen.deviceId, ...told.get(screen) }))
          const lagging = known.filter(({ shown }) => !shown).sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
          expect(delivery).toMatchObject({
            screens: screens.length,
            held: known.filter(({ held }) => held).length,
            shown: known.filter(({ shown }) => shown).length,
          })
          expect(delivery?.lagging.map(({ deviceId }) => deviceId)).toEqual(lagging.map(({ id }) => id))
        }
        const tooks = grouped.flatMap((screen) => {
          const { shown = false, took = 0 } = told.get(screen) ?? {}
          return shown ? [took] : []
        })
        tooks.sort((a, b) => a - b)
        expect(deliveries[0]?.p50).toBe(tooks[Math.floor(tooks.length / 2)] ?? null)
      }),
      { numRuns: 40 },
    )
  })
})
