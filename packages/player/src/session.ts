import type { Heartbeat, PlayingReport } from '@vitrine/contract/player'
import { LiveData } from '@vitrine/widgets/live-data'
import { runActions } from '#actions/run-actions.ts'
import type { FileStore } from '#content/file-store.ts'
import { Library } from '#content/library.ts'
import { lookUp } from '#content/parts.ts'
import type { Api } from '#lib/api.ts'
import type { Clock } from '#lib/clock.ts'
import { screenFacts } from '#lib/screen.ts'
import type { State } from '#lib/state.ts'
import { APART_MS, Connection } from '#report/connection.ts'
import { HeartbeatSender } from '#report/heartbeat.ts'
import type { Problems } from '#report/problems.ts'
import { ProgrammeRunner } from '#schedule/programme.ts'
import { Director } from '#stage/director.ts'
import type { StageServices } from '#stage/stage-host.ts'

interface Options {
  api: Api
  clock: Clock
  store: FileStore
  state: State
  problems: Problems
  onSecond: StageServices['onSecond']
  onUnpaired: () => void
}

export type Session = Awaited<ReturnType<typeof startSession>>

/** Everything of a screen that is connected to an organization, from its pairing until it is disconnected. */
export async function startSession({ api, clock, store, state, problems, onSecond, onUnpaired }: Options) {
  const { report } = problems
  const library = new Library({ store, state, api, clock, report, onUnpaired })
  await library.open()
  const programme = new ProgrammeRunner(library, clock)
  const director = new Director({ library, programme, clock, report })
  const live = new LiveData({
    ask: api.data,
    kept: { get: state.get, set: (key, value) => state.set({ [key]: value }) },
  })
  const connection = new Connection({ api, library, clock, report, onUnpaired })
  const heartbeat = new HeartbeatSender({
    api,
    problems,
    body: heartbeatBody,
    // A few screens report at once; thousands as far apart as they would come back.
    spread: () => connection.apart - APART_MS,
    onUnpaired,
  })
  const stops = [
    library.ready.subscribe(heartbeat.soon),
    programme.now.subscribe(heartbeat.soon),
    director.shown.subscribe(heartbeat.soon),
  ]

  const device = () => library.latest.device?.body
  const stage: StageServices = {
    clock,
    store,
    onSecond,
    report,
    live,
    mediaFailed: () => void library.recheck(),
    run: (_widgetId, actions) =>
      runActions(actions, {
        programme,
        director,
        report,
        has: (id) => lookUp(library.ready.get(), 'storyboards', id) !== undefined,
        self: () => [device()?.deviceId ?? ''],
      }),
  }

  function playing(): PlayingReport {
    const { storyboardId, reason, since } = programme.now.get()
    return { storyboardId, pageId: director.front?.show.page.id ?? null, reason, since: Math.round(since) }
  }

  function heartbeatBody(): Omit<Heartbeat, 'errors'> {
    const ready = library.ready.get()
    const shown = director.shown.get()?.parts ?? ready
    const { missing, total } = library.progress.get()
    return {
      screen: screenFacts(store.kind),
      held: { group: ready.group?.hash ?? '', device: ready.device?.hash ?? '' },
      shown: { group: shown.group?.hash ?? '', device: shown.device?.hash ?? '' },
      playing: playing(),
      download: { missing, total },
    }
  }

  return {
    library,
    programme,
    director,
    connection,
    stage,
    device,
    close() {
      for (const stop of stops) stop()
      heartbeat.close()
      live.close()
      connection.close()
      director.close()
      programme.close()
      library.close()
    },
  }
}
