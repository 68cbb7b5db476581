import type { FileStore } from '#downlink/stores/file-store.ts'
import { type Api, type Claim, createApi, errorMessage } from '#lib/api.ts'
import { reloadWhenReachable } from '#lib/reload.ts'
import { screenFacts } from '#lib/screen.ts'
import { Signal } from '#lib/signal.ts'
import type { State } from '#lib/state.ts'
import { sleep } from '#lib/time/alarm.ts'
import { Clock, machineTime } from '#lib/time/clock.ts'
import { createSeconds } from '#lib/time/seconds.ts'
import { untilLoaded } from '#lib/until-loaded.ts'
import type { PairingState } from '#pairing/pair.ts'
import { Problems } from '#uplink/problems.ts'
import { keepTime, measureTime } from '#uplink/sync-clock.ts'
import { type Session, startSession } from './session.ts'
import type { Storage } from './storage.ts'

/** The current phase of the screen. */
export type Phase =
  | { name: 'starting' }
  | { name: 'pairing'; state: PairingState }
  | { name: 'greeting'; claim: Claim; session: Session }
  | { name: 'playing'; session: Session }

/** How long the greeting shows. */
const GREETING_MS = 4000
/** How long after connecting, or until a restart, a screen can be disconnected without its PIN. */
const NEW_MS = 600_000
/** How long a screen that lost its storage waits before restarting, to avoid restart loops. */
const LOST_MS = 30_000
/** How often the current time is stored, for a start with a wrong clock and no server. */
const ALIVE_MS = 600_000
const ALIVE_KEY = 'alive'

/** A clock that is never before the last instant at which this screen ran. */
export const clockAfter = async (state: Pick<State, 'get'>): Promise<Clock> =>
  new Clock(machineTime, Number(await state.get(ALIVE_KEY).catch(() => 0)) || 0)

interface Options {
  storage: Storage
  clock: Clock
  connect?: typeof createApi
  /** Restarts the player. */
  reload?: () => Promise<void>
}

/** A screen: connects once, then plays, through reloads and outages, until it is disconnected. */
export class Player {
  readonly phase = new Signal<Phase>({ name: 'starting' })
  readonly clock: Clock
  readonly problems: Problems
  readonly onSecond: (listener: () => void) => () => void
  readonly store: FileStore
  readonly #state: State
  readonly #reload: () => Promise<void>
  readonly api: Api
  #token: string | undefined
  #time: ReturnType<typeof keepTime> | undefined
  #session: Session | undefined
  #forgetting = false
  /** When it was connected, by the monotonic clock. */
  #pairedAt = Number.NEGATIVE_INFINITY

  constructor({ storage, clock, connect = createApi, reload = reloadWhenReachable }: Options) {
    const { state, store, lost, trouble } = storage
    this.#state = state
    this.#reload = reload
    this.store = store
    this.clock = clock
    this.problems = new Problems(clock)
    this.onSecond = createSeconds(clock)
    this.api = connect('/api', () => this.#token)
    trouble.forEach(this.problems.report)
    void lost.then(this.#reloadWithStorage)
  }

  session = () => this.#session

  isNew = (): boolean => this.clock.monotonic() - this.#pairedAt < NEW_MS

  /**
   * Deletes the organization and all its data and shows a code again. Restarts to clear memory, too. If something
   * could not be deleted, it doesn't restart, because a new start would continue with it.
   */
  forget = async (): Promise<void> => {
    if (this.#forgetting) return
    this.#forgetting = true
    const left = this.#session?.close()
    this.#session = undefined
    this.#token = undefined
    this.phase.set({ name: 'starting' })
    await this.#state.clear().catch(() => undefined)
    await this.store.clear().catch(() => undefined)
    await left
    const token = await this.#state.get('token').catch(errorMessage)
    if (token === undefined) return await this.#reload()
    this.#forgetting = false
    await this.#pair()
  }

  /** Plays the stored content, or shows a code. @param hash the fragment of the page's URL, with a move from another address */
  async run(hash: string): Promise<void> {
    const watch = /[#&](take|back)=/.test(hash) && (await this.#arrive())
    this.#token = await this.#state.get('token')
    this.#time = keepTime(this.api, this.clock)
    setInterval(this.#noteAlive, ALIVE_MS)
    if (!this.#token) {
      await measureTime(this.api, this.clock).catch(() => undefined)
      return await this.#pair()
    }
    // Restore both copies, one of which may have been damaged.
    void this.#keepToken(this.#token)
    const session = await this.#connect()
    if (!session) return
    this.phase.set({ name: 'playing', session })
    if (watch) watch(session)
    const address = await this.#state.get('moving')
    if (address) (await import('#moving/leave.ts')).followMove(address, this.#moving())
  }

  #moving = () => ({ state: this.#state, token: () => this.#token, report: this.problems.report })

  /** Handles arriving from another address of the server, or returning from one. */
  async #arrive() {
    const { arrive } = await untilLoaded(() => import('#moving/arrive.ts'))
    return arrive({ ...this.#moving(), api: this.api, store: this.store })
  }

  /** Keeps playing from memory, but can't store anything new: a restart recreates the storage. */
  #reloadWithStorage = async (): Promise<void> => {
    if (this.#token) await this.#keepToken(this.#token)
    await sleep(LOST_MS)
    await this.#reload()
  }

  #keepToken = (token: string) =>
    this.#state
      .set({ token })
      .catch((error: unknown) => this.problems.report(`Not stored: ${errorMessage(error)}`))

  async #pair(): Promise<void> {
    // Needed once in a screen's life, so it loads lazily.
    const { pair } = await untilLoaded(() => import('#pairing/pair.ts'))
    const claim = await pair({
      api: this.api,
      clock: this.clock,
      screen: () => screenFacts(this.store.kind),
      show: (state) => this.phase.set({ name: 'pairing', state }),
    })
    this.#token = claim.token
    this.#pairedAt = this.clock.monotonic()
    await this.#keepToken(claim.token)
    const session = await this.#connect()
    if (!session) return
    this.phase.set({ name: 'greeting', claim, session })
    await sleep(GREETING_MS)
    if (this.#session === session) this.phase.set({ name: 'playing', session })
  }

  /** Undefined if the screen was disconnected before it can play. */
  async #connect(): Promise<Session | undefined> {
    this.#noteAlive()
    const session = await startSession({
      api: this.api,
      clock: this.clock,
      store: this.store,
      state: this.#state,
      token: () => this.#token,
      problems: this.problems,
      onSecond: this.onSecond,
      onUnpaired: () => void this.forget(),
      onTime: () => this.#time?.again(),
      reload: () => void this.#reload(),
    })
    // It is connected already, so it has to be here for `forget`.
    this.#session = session
    await session.ready()
    return this.#session === session ? session : undefined
  }

  /** Only times that the server confirmed: a wrong wall clock must not be trusted forever. */
  #noteAlive = (): void => {
    if (this.clock.error() === null) return
    void this.#state.set({ [ALIVE_KEY]: String(Math.round(this.clock.now())) }).catch(() => undefined)
  }
}
