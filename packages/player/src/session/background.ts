import type { Parts } from '#downlink/parts.ts'
import { liveOf } from '#lib/live.ts'
import { KeptSources } from '#uplink/kept-sources.ts'
import { commandsOf } from './commands-of.ts'
import type { SessionParts, Surroundings } from './parts.ts'
import { Reports } from './reports.ts'
import { startUpkeep } from './upkeep.ts'

/** Everything that a session does besides showing pages, in a chunk that loads after the first picture. */
export class Background {
  readonly sources: KeptSources
  readonly reports: Reports
  readonly commands: ReturnType<typeof commandsOf>
  readonly #upkeep: ReturnType<typeof startUpkeep>
  readonly #parts: SessionParts

  constructor(screen: Surroundings, parts: SessionParts) {
    this.#parts = parts
    // The server may not have this chunk any more when the first neighbor calls.
    void parts.sharing()
    this.sources = new KeptSources({
      library: parts.library,
      live: liveOf(parts.live),
      onRows: parts.takeRows,
    })
    this.reports = new Reports(screen, parts)
    this.#upkeep = startUpkeep(screen, parts, this.reports)
    this.commands = commandsOf(screen, parts, {
      pictures: this.reports.pictures,
      helper: this.#upkeep.helper,
      touched: this.#upkeep.touched,
    })
  }

  /** Called for a touch in a web package. */
  touchedPackage(what: string): void {
    this.#upkeep.touched()
    this.reports.touches.touchedPackage(what)
  }

  /** Checks the files of a page that failed to show something. */
  repair = (page: object, parts: Parts): Promise<void> => this.#upkeep.repair(page, parts)

  close(): void {
    this.commands.close()
    this.#upkeep.close()
    this.sources.close()
    this.reports.close()
    void this.#parts.sharing().then((sharing) => sharing.close())
  }
}
