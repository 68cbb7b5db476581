import { IdleReturn } from '#actions/idle-return.ts'
import { FileRepair } from '#downlink/file-repair.ts'
import { keepFonts } from '#downlink/kept-fonts.ts'
import { errorMessage } from '#lib/api.ts'
import { keepAwake } from '#lib/keep-awake.ts'
import { detectedFacts } from '#lib/screen.ts'
import { followDrift } from '#lib/time/drift.ts'
import { registerMachine, sendMachineLog } from '#machine/machine.ts'
import { MachineHelper } from '#machine/machine-helper.ts'
import { BackgroundAudio } from '#sound/background-audio.ts'
import { isBlack, isFileNotBlack, zoneWithMore } from '#stage/black-detection.ts'
import { BlackWatch } from '#stage/black-watch.ts'
import type { Layer } from '#stage/layers.ts'
import { mediaFile } from '#stage/stage-host.ts'
import { decodable } from '#uplink/decodable.ts'
import type { SessionParts, Surroundings } from './parts.ts'
import type { Reports } from './reports.ts'

/** What keeps a screen well: its files and fonts, its machine, its clock, its sound, and a look for black pages. */
export function startUpkeep(screen: Surroundings, parts: SessionParts, { soon }: Pick<Reports, 'soon'>) {
  const { api, clock, state, store, onSecond, problems } = screen
  const { report } = problems
  const { library, director, playback, visibility, volume, sound } = parts
  const { isSeen, isWithinHours } = visibility
  const fileRepair = new FileRepair({ store, library, clock, report })
  // An earlier version never deleted files.
  void library.tidy().then(fileRepair.checkAll, (error: unknown) => report(errorMessage(error)))
  const watch = watchForBlack(screen, parts)
  detectedFacts.decodes = decodable()
  void followDrift(clock, state)
  const helper = new MachineHelper({
    ...{ isWithinHours, report, onSecond },
    onPanel: soon,
    sendLog: (text) => sendMachineLog(api, text),
  })
  const machine = registerMachine(api)
  const audio = new BackgroundAudio({ director, clock, store, volume, sound, isSeen, onSecond, report })
  const idle = new IdleReturn({ playback, director, clock, onSecond })
  const stops = [onSecond(() => void watch.look()), keepFonts({ library, store, report }), keepAwake()]
  return {
    helper,
    repair: fileRepair.repair,
    /** Called for a touch, or for a command that navigated the screen. */
    touched: idle.touched,
    close() {
      for (const stop of stops) stop()
      audio.close()
      idle.close()
      machine.close()
      helper.close()
      fileRepair.close()
    },
  }
}

function watchForBlack({ clock, store, problems }: Surroundings, parts: SessionParts): BlackWatch {
  const { director, zones, packages, visibility } = parts
  const fileOf = (layer: Layer, mediaId: string) => mediaFile(layer, mediaId, { store, packages })
  return new BlackWatch({
    ...{ director, clock, zoneWithMore, isBlack, isSeen: visibility.isSeen, report: problems.report },
    files: (layer) =>
      [...zones.of(layer.id).values()].map(({ mediaId }) => fileOf(layer, mediaId)?.url ?? mediaId),
    isDue: (layer) => isFileNotBlack(layer, zones, (mediaId) => fileOf(layer, mediaId)),
  })
}
