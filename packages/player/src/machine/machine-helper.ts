import type { MachineFacts } from '@vitrine/contract/api/screens/screen-report'
import { MACHINE_LOG_CHARACTERS, type MachineOrder } from '@vitrine/contract/player/commands'
import type { PanelState } from '@vitrine/contract/player/panel'
import { errorMessage } from '#lib/api.ts'
import { detectedFacts, machineFacts } from '#lib/screen.ts'
import { callHelper } from './call-helper.ts'
import { keyIn } from './machine.ts'

/** The helper turns on a panel that no player keeps off. */
const EVERY_SECONDS = 30

interface Panel {
  adapter: string | null
  power: 'on' | 'off' | 'unknown' | 'switching'
  input: 'here' | 'other' | null
}
interface Answer {
  panel: Panel
  machine: unknown
  refused?: string | null
  log?: string
}

interface Options {
  /** Called when the panel's state changes. */
  onPanel: () => void
  sendLog: (text: string) => Promise<unknown>
  /** Whether the panel should be on. */
  isWithinHours: () => boolean
  report: (problem: string) => void
  onSecond: (listener: () => void) => () => void
}

const portIn = (hash: string) => /[#&]helper=([0-9]{1,5})(?:&|$)/.exec(hash)?.[1]

/**
 * The client of the helper that the kiosk setup installs beside the browser: it switches the panel by the screen's
 * hours, and reports the machine's state. It listens on loopback and authenticates this page by its origin and the
 * machine's key.
 */
export class MachineHelper {
  readonly #options: Options
  readonly #where: { url: string; key: string } | undefined
  readonly #stop: () => void
  #seconds = EVERY_SECONDS
  #wanted: boolean | undefined
  #isCalling = false
  #failures = 0

  constructor(options: Options, hash = location.hash) {
    this.#options = options
    const [port, key] = [portIn(hash), keyIn(hash)]
    this.#where = port && key ? { url: `http://127.0.0.1:${port}/`, key } : undefined
    this.#stop = this.#where ? options.onSecond(this.#look) : () => {}
  }

  close(): void {
    this.#stop()
    detectedFacts.panel = undefined
    machineFacts.machine = undefined
  }

  /** Forwards an order of the server. Returns the reason if it is refused. */
  async order(order: MachineOrder): Promise<string | undefined> {
    if (!this.#where) return "This machine wasn't set up with kiosk.sh"
    const { refused, log } = await this.#call({ order })
    if (refused) return `The machine refused: ${refused}`
    if (order.kind === 'log') await this.#options.sendLog((log ?? '').slice(-MACHINE_LOG_CHARACTERS))
    return undefined
  }

  #look = (): void => {
    const wanted = this.#options.isWithinHours()
    if (++this.#seconds < EVERY_SECONDS && wanted === this.#wanted) return
    if (this.#isCalling) return
    this.#seconds = 0
    this.#wanted = wanted
    void this.#ask(wanted)
  }

  async #ask(wanted: boolean): Promise<void> {
    this.#isCalling = true
    const before = detectedFacts.panel
    try {
      const { panel, machine } = await this.#call({ panel: wanted ? 'on' : 'off' })
      detectedFacts.panel = panelState(panel, wanted) ?? detectedFacts.panel
      machineFacts.machine = factsOf(machine)
      this.#failures = 0
    } catch (error) {
      detectedFacts.panel = undefined
      machineFacts.machine = undefined
      // The helper may start after the browser.
      if (++this.#failures === 3) this.#options.report(`Machine helper: ${errorMessage(error)}`)
    } finally {
      this.#isCalling = false
      if (detectedFacts.panel !== before) this.#options.onPanel()
    }
  }

  async #call(body: { panel?: 'on' | 'off'; order?: MachineOrder }): Promise<Answer> {
    if (!this.#where) throw new Error('No helper is installed')
    return (await callHelper(this.#where.url, this.#where.key, body)) as Answer
  }
}

/** Undefined while the panel is switching. */
export function panelState({ adapter, power, input }: Panel, wanted: boolean): PanelState | undefined {
  if (adapter === null) return 'none'
  if (power === 'switching') return undefined
  if (power !== 'on' && power !== 'off') return 'unknown'
  if (!wanted) return power === 'on' ? 'on-outside-hours' : 'off-by-plan'
  if (power === 'off') return 'off'
  return input === 'other' ? 'other-input' : 'on'
}

/** Keep valid facts only: the server rejects a whole report for one invalid value. */
export function factsOf(said: unknown): MachineFacts | undefined {
  if (typeof said !== 'object' || said === null) return undefined
  const { temperature, disk, memory, wifi, uptime, browser } = said as Record<string, unknown>
  return {
    temperature: numberOf(temperature),
    disk: roomOf(disk),
    memory: roomOf(memory),
    wifi: numberOf(wifi),
    uptime: numberOf(uptime),
    browser: typeof browser === 'string' ? browser.slice(0, 40) : null,
  }
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

function roomOf(value: unknown): MachineFacts['disk'] {
  const { free, total } = (value ?? {}) as Record<string, unknown>
  const [known, all] = [numberOf(free), numberOf(total)]
  return known !== null && all !== null && known >= 0 && all >= 0 ? { free: known, total: all } : null
}
