import { describe, expect, it } from 'vitest'
import { type Parts, readPart } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { devicePart } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { Visibility } from './visibility.ts'

type Takeover = ReturnType<ConstructorParameters<typeof Visibility>[0]['takeover']['active']['get']>
type Front = ConstructorParameters<typeof Visibility>[0]['director']['front']

const NIGHT = Date.parse('2026-06-01T23:00:00Z')
const OFFICE_HOURS = {
  orientation: 0 as const,
  volume: 100,
  hours: { on: '08:00 AM', off: '06:00 PM', timezone: 'Etc/GMT' },
}

const TAKEOVER = { id: 't', storyboardId: 'alarm' } as unknown as Takeover
const showing = (storyboardId: string) => ({ show: { storyboard: { id: storyboardId } } }) as unknown as Front

function visibility({
  takeover = null as Takeover,
  front = showing('daily'),
  configuration = undefined as typeof OFFICE_HOURS | undefined,
  now = NIGHT,
  hidden = false,
} = {}) {
  const device = { ...devicePart(), ...(configuration && { configuration }) }
  const parts = { device: readPart('device', partOf(1, device)) } as Parts
  return new Visibility({
    library: { ready: new Signal(parts) },
    takeover: { active: new Signal(takeover) },
    director: { front },
    clock: { now: () => now },
    isHidden: () => hidden,
  })
}

describe('whether people can see the stage', () => {
  it('they can at any hour if the screen has no hours', () => {
    expect(visibility().isSeen()).toBe(true)
  })

  it('they can’t in a hidden window', () => {
    expect(visibility({ hidden: true }).isSeen()).toBe(false)
  })

  it('they can’t outside the hours of the screen, unless a takeover lights it', () => {
    expect(visibility({ configuration: OFFICE_HOURS }).isSeen()).toBe(false)
    const alarm = { takeover: TAKEOVER, front: showing('alarm') }
    expect(visibility({ configuration: OFFICE_HOURS, ...alarm }).isSeen()).toBe(true)
  })

  it('a takeover’s message covers the stage until its storyboard is in front', () => {
    const before = visibility({ takeover: TAKEOVER })
    expect([before.isCovered(), before.isSeen()]).toEqual([true, false])
    const after = visibility({ takeover: TAKEOVER, front: showing('alarm') })
    expect([after.isCovered(), after.isSeen()]).toEqual([false, true])
    expect(visibility({ takeover: TAKEOVER, front: undefined }).isCovered()).toBe(true)
  })
})
