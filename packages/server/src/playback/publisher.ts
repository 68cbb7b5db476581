import type { ManifestPart } from '@vitrine/contract/api/playback/manifest'
import type { Change } from '#base/change.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { changedSource, loadRows } from '#db/sources.ts'
import type { Clock } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { event, type Handover } from '#lib/http/event-stream.ts'
import type { Log } from '#lib/log.ts'
import type { Seal } from '#lib/security/seal.ts'
import { othersFirst } from '#lib/work/paced.ts'
import { PieceSize, threadTime } from '#lib/work/piece-size.ts'
import { ChangeFeed } from './change-feed.ts'
import { type CommandMessage, Commands } from './commands.ts'
import { Cache } from './computing/cache.ts'
import { Loader } from './computing/loader.ts'
import { DEVICE_PIECE, HashesOfIdleGroups } from './hashes-of-idle-groups.ts'
import type { News, NewsListener } from './news.ts'
import { noticeOf, sourceNotice } from './notices/notices.ts'
import { type Stream, Streams } from './notices/streams.ts'
import { WaitingCalls } from './notices/waiting-calls.ts'
import { Pictures } from './pictures.ts'
import {
  type DeviceState,
  GROUPLESS,
  type GroupState,
  keysOfDevice,
  keysOfGroup,
  loadDevices,
  loadGroup,
} from './states.ts'
import { markChanged } from './waiting.ts'

interface Dependencies {
  database: Db
  clock: Clock
  log: Log
  seal: Seal
}

/** Groups computed at a time. */
const GROUP_PIECE = { first: 4, least: 1, most: 8, ms: 5 }
/**
 * A manifest that no screen here has requested for one to two of these intervals is dropped. Screens ask every minute
 * or so.
 */
const FORGET_MS = 180_000

const UNPAIRED = event('unpaired', {})

/**
 * Caches the manifests of the screens that ask this process, recomputes them when something that they depend on
 * changes, and notifies connected screens. Other processes get changes through the database.
 */
export class Publisher {
  readonly streams = new Streams()
  readonly commands: Commands
  readonly pictures: Pictures
  readonly #database: Db
  readonly #clock: Clock
  readonly #log: Log
  readonly #groups: Cache<GroupState>
  readonly #devices: Cache<DeviceState>
  readonly #deviceLoader: Loader<DeviceState>
  readonly #pieces = { groups: new PieceSize(GROUP_PIECE), devices: new PieceSize(DEVICE_PIECE) }
  readonly #unasked: HashesOfIdleGroups
  readonly waiting = new WaitingCalls()
  readonly #running = new Set<Promise<void>>()
  readonly #listeners = new Set<NewsListener>()
  readonly #unpaired = new Set<(deviceId: string) => void>()
  readonly #forgetting: NodeJS.Timeout
  #feed: ChangeFeed | undefined
  readonly #closing = new AbortController()

  private constructor({ database, clock, log, seal }: Dependencies) {
    this.#database = database
    this.#clock = clock
    this.#log = log
    this.pictures = new Pictures(database)
    this.commands = new Commands({
      clock,
      streams: this.streams,
      relay: async (command) => (await this.#feed?.relay({ command })) ?? false,
    })
    this.#groups = new Cache({ load: (id) => loadGroup({ database, clock }, id), keysOf: keysOfGroup })
    this.#deviceLoader = new Loader((ids) => loadDevices({ database, clock, seal }, ids))
    this.#devices = new Cache({ load: (id) => this.#deviceLoader.get(id), keysOf: keysOfDevice })
    const isAsked = {
      group: (id: string) => this.#groups.has(id),
      device: (id: string) => this.#devices.has(id),
    }
    this.#unasked = new HashesOfIdleGroups({ database, clock, seal, log }, isAsked, this.#closing.signal)
    this.#forgetting = setInterval(() => this.forgetIdle(), FORGET_MS)
  }

  static async open(services: Dependencies): Promise<Publisher> {
    const publisher = new Publisher(services)
    const listener = {
      onChanges: (changes: readonly Change[]) => publisher.#run(publisher.#publish(changes, false)),
      onNews: (news: readonly News[]) => publisher.notify(news),
      onCommand: (command: CommandMessage) => publisher.commands.receive(command),
      onGap: ({ changes }: { changes: boolean }) => {
        publisher.notify([{ organizationId: null, hasGap: true }])
        if (changes) publisher.#run(publisher.#refreshAll())
      },
    }
    const { database, log } = services
    publisher.#feed = await ChangeFeed.open({ database, log, listener })
    return publisher
  }

  /**
   * Notifies the other processes when `tx` commits, and marks what waits for approval. `by`: the person who changed it;
   * absent: a job.
   */
  async announce(tx: Db, changes: readonly Change[], news: readonly News[] = [], by?: string): Promise<void> {
    const content = changes.flatMap(({ kind, id }) => (kind === 'content' ? [id] : []))
    if (content.length > 0) await markChanged(tx, content, by, this.#clock.now())
    await this.#feed?.announce(tx, changes, news)
  }

  /** Why this process may have missed recent changes of others; null if it has not. */
  behind(): string | null {
    return this.#feed?.behind() ?? null
  }

  /** Calls the listener with the id of each screen that was deleted, or got another player. */
  onUnpaired(listener: (deviceId: string) => void): void {
    this.#unpaired.add(listener)
  }

  /** For console streams on this process. */
  onNews(listener: NewsListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether other processes share the database. */
  get isShared(): boolean {
    return this.#feed?.isShared ?? false
  }

  /** Sends news that no transaction wrote to the consoles of all processes. */
  notifyAll(news: readonly News[]): void {
    this.notify(news)
    this.notifyOthers(news)
  }

  /** Sends news that no transaction wrote to the consoles of the other processes. */
  notifyOthers(news: readonly News[]): void {
    this.#run(this.announce(this.#database, [], news))
  }

  /** Sends news to the consoles of this process. */
  notify(news: readonly News[]): void {
    if (news.length) for (const listener of this.#listeners) listener(news)
  }

  /**
   * Call after the commit: computes what the changes affect and starts notifying the screens. Resolves once every
   * caller gets the new manifests and the first screens are notified; never fails.
   */
  async publish(changes: readonly Change[]): Promise<void> {
    const { promise: hasStarted, resolve: started } = Promise.withResolvers<void>()
    const work = this.#publish(changes, true, started)
    this.#run(work)
    await Promise.race([hasStarted, work.catch(() => {})])
    const content = changes.filter(({ kind }) => kind === 'content').map(({ id }) => id)
    if (content.length) this.#run(this.#unasked.publish(content))
  }

  /** Drops manifests that no screen of this process has requested recently. */
  forgetIdle(): void {
    this.#groups.forgetIdle((id) => this.streams.inGroup(id) > 0)
    this.#devices.forgetIdle((id) => this.streams.of(id).length > 0)
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted
  }

  /** Number of manifests in memory. */
  get size(): { groups: number; devices: number } {
    return { groups: this.#groups.size, devices: this.#devices.size }
  }

  /** A screen's identity; undefined if it doesn't exist (any more). */
  device(id: string): Promise<DeviceState | undefined> {
    return this.#devices.get(id)
  }

  async manifest(deviceId: string): Promise<{ group: ManifestPart; device: ManifestPart } | undefined> {
    const found = await this.#state(deviceId)
    return found && { group: found.group.part, device: found.device.part }
  }

  /** Opens a stream to a screen; `take` hands over the response after the last possible refusal. */
  async open(deviceId: string, take: () => Handover): Promise<void> {
    let found = await this.#state(deviceId)
    while (found && !this.#isPresent(found)) found = await this.#state(deviceId)
    if (!found) throw new AppError('DEVICE_UNPAIRED', 'This screen is no longer connected')
    const handover = take()
    const { response } = handover
    if (this.#isClosing || response.destroyed) return void response.destroy()
    const { device, group } = found
    const { tokenHash, groupId, part } = device
    const hello = {
      versions: { group: group.part.version, device: part.version },
      hashes: { group: group.part.hash, device: part.hash },
      serverTime: this.#clock.now(),
    }
    const subject = { deviceId, tokenHash, groupId, deviceHash: part.hash }
    this.streams.open(subject, handover, event('hello', hello))
  }

  /** Ends every stream and waiting call of screens. Changes are still published until `close`. */
  hangUp(): void {
    this.#closing.abort()
    clearInterval(this.#forgetting)
    this.commands.close()
    this.waiting.close()
    this.streams.close()
  }

  /** Resolves when no publication is running. */
  async idle(): Promise<void> {
    while (this.#running.size) await Promise.allSettled(this.#running)
  }

  async close(): Promise<void> {
    this.hangUp()
    await this.#feed?.close()
    await this.idle()
    await this.pictures.close()
  }

  /** Fire and forget: a failure is logged, and screens ask again in a minute. */
  #run(work: Promise<void>): void {
    const kept = work
      .catch((error) => this.#log.error({ err: error }, 'Publishing failed'))
      .finally(() => this.#running.delete(kept))
    this.#running.add(kept)
  }

  /** Both parts of a screen from one moment: nothing newer is known when this resolves. */
  async #state(deviceId: string): Promise<{ device: DeviceState; group: GroupState } | undefined> {
    for (;;) {
      const device = await this.#devices.get(deviceId)
      if (!device) return undefined
      const group = device.groupId === null ? GROUPLESS : await this.#groups.get(device.groupId)
      if (this.#devices.present(deviceId) === device && group) return { device, group }
      // The group was deleted or the screen has moved: reload both.
      if (!group && this.#devices.present(deviceId) === device) await this.#devices.refresh(deviceId)
    }
  }

  #isPresent({ device, group }: { device: DeviceState; group: GroupState }): boolean {
    const { id, groupId } = device
    return (
      this.#devices.present(id) === device && (groupId === null || this.#groups.present(groupId) === group)
    )
  }

  /** `ours`: this process made the changes, so it also records the manifests that no screen requests. */
  async #publish(changes: readonly Change[], ours: boolean, started?: () => void): Promise<void> {
    const groups = new Set<string>()
    const devices = new Set<string>()
    const add = (set: Set<string>, ids: Iterable<string>) => {
      for (const id of ids) set.add(id)
    }
    for (const { kind, id } of changes) {
      if (kind === 'group' && (ours || this.#groups.has(id))) groups.add(id)
      if (kind === 'device' && (ours || this.#devices.has(id) || this.streams.of(id).length)) devices.add(id)
      if (kind === 'organization' || kind === 'members' || kind === 'content')
        add(devices, this.#devices.dependentsOf(id))
      if (kind === 'content') add(groups, this.#groups.dependentsOf(id))
      this.waiting.wake(id)
    }
    await this.#refresh(groups, devices, started)
    for (const { kind, id } of changes) if (kind === 'source') await this.#notifySource(id)
  }

  /**
   * Marks everything as stale synchronously, so that later calls never get a stale value, and recomputes and notifies in
   * pieces: a change can affect every screen, and an embedded database responds without yielding.
   */
  async #refresh(
    groups: ReadonlySet<string>,
    devices: ReadonlySet<string>,
    started?: () => void,
  ): Promise<void> {
    const [groupsBefore, devicesBefore] = [this.#groups.invalidate(groups), this.#devices.invalidate(devices)]
    let waiting = 2
    const oneStarted = () => {
      waiting -= 1
      if (waiting === 0) started?.()
    }
    await Promise.all([
      this.#inPieces(devices, this.#pieces.devices, oneStarted, (id) =>
        this.#refreshDevice(id, devicesBefore.get(id), devices.size),
      ),
      this.#inPieces(groups, this.#pieces.groups, oneStarted, (id) =>
        this.#refreshGroup(id, groupsBefore.get(id)),
      ),
    ])
  }

  /**
   * The first piece starts synchronously, and `started` is called after it; other calls run between two pieces. A failure
   * leaves out none of the others.
   */
  async #inPieces(
    ids: ReadonlySet<string>,
    pieces: PieceSize,
    started: () => void,
    work: (id: string) => Promise<void>,
  ): Promise<void> {
    const all = [...ids]
    const failures: unknown[] = []
    if (all.length === 0) started()
    for (let start = 0; start < all.length && !(this.#isClosing && start > 0); ) {
      const before = threadTime()
      const working = all.slice(start, start + pieces.size).map(work)
      start += working.length
      const isLast = start === all.length
      if (!isLast) this.#deviceLoader.flush()
      for (const outcome of await Promise.allSettled(working))
        if (outcome.status === 'rejected') failures.push(outcome.reason)
      if (start === working.length) started()
      if (isLast) break
      pieces.follow(threadTime() - before)
      await othersFirst()
    }
    if (failures.length > 0) throw failures[0]
  }

  async #refreshGroup(id: string, before: GroupState | undefined): Promise<void> {
    const group = await this.#groups.refresh(id)
    if (!group) return this.#refresh(new Set(), this.#devices.dependentsOf(id))
    const screens = this.streams.inGroup(id)
    if (screens === 0 || before?.part.hash === group.part.hash || this.#groups.present(id) !== group) return
    this.#run(this.streams.send(id, event('group', noticeOf(group.part, screens))))
  }

  /** `together`: how many screens get an individual notice at the same time. */
  async #refreshDevice(id: string, before: DeviceState | undefined, together: number): Promise<void> {
    const device = await this.#devices.refresh(id)
    if (!device || (before && before.tokenHash !== device.tokenHash))
      for (const listener of this.#unpaired) listener(id)
    for (const stream of this.streams.of(id)) {
      if (device?.tokenHash !== stream.tokenHash) stream.events.end(UNPAIRED)
      else await this.#notifyDevice(stream, device, together)
    }
  }

  async #notifyDevice(stream: Stream, device: DeviceState, together: number): Promise<void> {
    const { id, groupId, part } = device
    if (stream.groupId !== groupId) {
      const group = groupId === null ? GROUPLESS : await this.#groups.get(groupId)
      // A later move sends its own notice.
      if (!group || this.#devices.present(id) !== device) return
      this.streams.move(stream, groupId)
      stream.events.write(event('group', noticeOf(group.part, 1)))
    }
    if (stream.deviceHash === part.hash) return
    stream.deviceHash = part.hash
    stream.events.write(event('device', noticeOf(part, together)))
  }

  /** Sends the rows of a source to the screens whose pages reference it. */
  async #notifySource(change: string): Promise<void> {
    const { organizationId, key } = changedSource(change)
    const groups = [...this.#groups.dependentsOf(change)]
    const devices = this.#devices.dependentsOf(change)
    const screens = groups.reduce((sum, id) => sum + this.streams.inGroup(id), devices.size)
    if (screens === 0) return
    const source = await loadRows(scoped(this.#database, organizationId), key, this.#clock.now())
    const data = event('source', sourceNotice(key, source, screens))
    for (const id of groups) this.#run(this.streams.send(id, data, key))
    for (const id of devices) for (const { events } of this.streams.of(id)) events.write(data)
  }

  async #refreshAll(): Promise<void> {
    this.waiting.wakeAll()
    await this.#refresh(this.#groups.ids(), this.#devices.ids())
  }
}
