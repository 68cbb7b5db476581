import { runHere } from '#actions/run-actions.ts'
import type { MachineHelper } from '#machine/machine-helper.ts'
import { CommandRunner } from '#uplink/commands.ts'
import type { Pictures } from '#uplink/pictures.ts'
import type { SessionParts, Surroundings } from './parts.ts'

interface Services {
  pictures: Pick<Pictures, 'take'>
  helper: Pick<MachineHelper, 'order'>
  /** Called for a command that navigated the screen. */
  touched: () => void
}

/** Runs the server's commands on this screen. */
export function commandsOf(
  screen: Surroundings,
  { library, playback, director, has, identifying, sharing }: SessionParts,
  { pictures, helper, touched }: Services,
): CommandRunner {
  const { api, clock, store, state, token, problems, reload } = screen
  const { report } = problems
  return new CommandRunner({
    ...{ api, clock, report, identifying, reload },
    screenshot: (width) => pictures.take(width),
    clearCache: () => library.clean().then(() => undefined),
    repair: async () =>
      (await (await import('#app-update/repair.ts')).repairShell())
        ? undefined
        : "The server's files can't be read",
    sendFile: async (sha256) =>
      (await import('#downlink/send-file.ts')).sendFile({ api, store, report }, sha256),
    move: async (address) => (await import('#moving/leave.ts')).moveTo(address, { state, token, report }),
    neighbor: async (command) => (await sharing()).take(command),
    machine: (order) => helper.order(order),
    action: ({ action }) => {
      touched()
      return runHere(action, { playback, director, has })
    },
  })
}
