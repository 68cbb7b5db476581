import { MACHINE_LOG_CHARACTERS } from '@vitrine/contract/player/commands'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { detectedFacts, machineFacts } from '#lib/screen.ts'
import { factsOf, MachineHelper, panelState } from './machine-helper.ts'

vi.hoisted(() => Object.assign(globalThis, { PLAYER_VERSION: 'test' }))

const KEY = 'ab'.repeat(32)
const HASH = `#signs=memory&machine=${KEY}&helper=899`

describe('the helper of the machine', () => {
  const calls: { url: string; headers: Record<string, string>; body: Record<string, unknown> }[] = []
  let answer: unknown
  beforeEach(() => {
    calls.length = 0
    detectedFacts.panel = undefined
    machineFacts.machine = undefined
    answer = { panel: { adapter: 'cec', power: 'on', input: null }, machine: { temperature: 61 } }
    vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: never; body: string }) => {
      calls.push({ url, headers, body: JSON.parse(body) })
      if (answer === undefined) throw new TypeError('Failed to fetch')
      return { ok: true, json: async () => answer }
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  const setUp = (hash = HASH) => {
    const reported: string[] = []
    const logs: string[] = []
    const panels: unknown[] = []
    const seconds = new Set<() => void>()
    let isWithinHours = true
    const helper = new MachineHelper(
      {
        isWithinHours: () => isWithinHours,
        onPanel: () => void panels.push(detectedFacts.panel),
        sendLog: async (text) => void logs.push(text),
        report: (problem) => void reported.push(problem),
        onSecond: (listener) => {
          seconds.add(listener)
          return () => void seconds.delete(listener)
        },
      },
      hash,
    )
    const advance = async (count: number) => {
      for (let second = 0; second < count; second++) {
        for (const listener of seconds) listener()
        await new Promise((resolve) => setTimeout(resolve, 0))
      }
    }
    const light = (lit: boolean) => {
      isWithinHours = lit
    }
    return { helper, logs, panels, reported, advance, light }
  }

  it('is polled twice a minute, and immediately when the hours start or end', async () => {
    const { helper, advance, light } = setUp()
    await advance(61)
    expect(calls.map(({ body }) => body.panel)).toEqual(['on', 'on', 'on'])
    expect(calls[0]).toMatchObject({
      url: 'http://127.0.0.1:899/',
      headers: { Authorization: `Bearer ${KEY}` },
    })
    expect([detectedFacts.panel, machineFacts.machine?.temperature]).toEqual(['on', 61])
    light(false)
    answer = { panel: { adapter: 'cec', power: 'switching', input: null }, machine: null }
    await advance(1)
    expect(calls.at(-1)?.body).toEqual({ panel: 'off' })
    // While it switches, the last state stays.
    expect([detectedFacts.panel, machineFacts.machine]).toEqual(['on', undefined])
    answer = { panel: { adapter: 'cec', power: 'off', input: null }, machine: null }
    await advance(30)
    expect(detectedFacts.panel).toBe('off-by-plan')
    helper.close()
    await advance(60)
    expect([detectedFacts.panel, calls.length]).toEqual([undefined, 5])
  })

  it('is reported once while it is silent, and gets no outdated messages', async () => {
    const { advance, reported } = setUp()
    await advance(1)
    answer = undefined
    await advance(120)
    expect(reported).toEqual(['Machine helper: Failed to fetch'])
    expect([detectedFacts.panel, machineFacts.machine]).toEqual([undefined, undefined])
  })

  it.each(['', '#signs=memory', `#machine=${KEY}`, '#helper=899', `#machine=${KEY}&helper=8 99`])(
    'is never looked for where the kiosk set-up did not name it: %j',
    async (hash) => {
      const { advance, helper } = setUp(hash)
      await advance(40)
      expect(calls).toEqual([])
      const order = { kind: 'reboot', id: 'o', expiresAt: 1, signature: '' } as const
      expect(await helper.order(order)).toContain("wasn't set up")
    },
  )

  it('reports changes of the panel’s state, including becoming unknown', async () => {
    const { advance, panels } = setUp()
    await advance(40)
    expect(panels).toEqual(['on'])
    answer = { panel: { adapter: 'cec', power: 'on', input: 'other' }, machine: null }
    await advance(30)
    answer = undefined
    await advance(60)
    expect(panels).toEqual(['on', 'other-input', undefined])
  })

  it('sends the machine’s log, up to the server’s limit', async () => {
    const { helper, logs } = setUp()
    const order = { kind: 'log', id: 'o', expiresAt: 1, signature: 'ff' } as const
    answer = { log: `old${'x'.repeat(MACHINE_LOG_CHARACTERS - 3)}new` }
    expect(await helper.order(order)).toBeUndefined()
    expect([logs[0]?.length, logs[0]?.slice(0, 1), logs[0]?.slice(-3)]).toEqual([
      MACHINE_LOG_CHARACTERS,
      'x',
      'new',
    ])
    answer = { refused: 'no log can be read' }
    expect(await helper.order(order)).toContain('no log can be read')
    expect(logs).toHaveLength(1)
  })

  it('forwards orders of the server, and returns its refusal', async () => {
    const { helper } = setUp()
    const order = { kind: 'reboot', id: 'o', expiresAt: 1, signature: 'ff' } as const
    expect(await helper.order(order)).toBeUndefined()
    expect(calls[0]?.body).toEqual({ order })
    answer = { refused: 'too old' }
    expect(await helper.order(order)).toBe('The machine refused: too old')
  })
})

describe('the panel', () => {
  it.each([
    [true, 'on', 'here', 'on'],
    [true, 'on', null, 'on'],
    [true, 'on', 'other', 'other-input'],
    [true, 'off', null, 'off'],
    [true, 'unknown', null, 'unknown'],
    [false, 'off', null, 'off-by-plan'],
    [false, 'on', 'other', 'on-outside-hours'],
    [false, 'switching', null, undefined],
  ] as const)('wanted on: %s, is %s, input %s: %s', (wanted, power, input, expected) => {
    expect(panelState({ adapter: 'cec', power, input }, wanted)).toBe(expected)
    expect(panelState({ adapter: null, power: 'unknown', input: null }, wanted)).toBe('none')
  })

  it('invalid facts about the machine never get a report rejected', () => {
    expect(factsOf('x')).toBeUndefined()
    const wrong = { temperature: '61', disk: { free: -1, total: 2 }, memory: 5, wifi: Number.NaN, browser: 7 }
    expect(factsOf(wrong)).toEqual({
      ...{ temperature: null, disk: null, memory: null, wifi: null, uptime: null, browser: null },
    })
    expect(factsOf({ disk: { free: 1, total: 2 }, browser: 'x'.repeat(99) })).toMatchObject({
      ...{ disk: { free: 1, total: 2 }, browser: 'x'.repeat(40) },
    })
  })
})
