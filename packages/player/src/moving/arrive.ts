import type { Library } from '#downlink/library.ts'
import type { FileStore } from '#downlink/stores/file-store.ts'
import { type Api, errorMessage } from '#lib/api.ts'
import type { State } from '#lib/state.ts'
import { sleep } from '#lib/time/alarm.ts'
import type { Director } from '#stage/director.ts'

interface Session {
  director: Pick<Director, 'front'>
  library: Pick<Library, 'ready' | 'progress'>
}

/** A screen's stored state of moves: at the former address the target, and at the new one where it came from. */
export const MOVE_KEYS = { to: 'moving', from: 'movedFrom' } as const

/** A screen that shows and downloads nothing for this long at its new address returns. */
const PATIENCE_MS = 180_000
const LOOK_MS = 1000

interface Options {
  api: Pick<Api, 'takeOver'>
  state: State
  store: Pick<FileStore, 'clear'>
  report: (problem: string) => void
}

/** Reads the move from the page's URL and removes it, also from what a reload would see. */
function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1))
  history.replaceState(null, '', `/${hashWith({})}`)
  return { ticket: said.get('take'), from: said.get('from'), why: said.get('back') }
}

/** The URL fragment for a redirect: the move, and the kiosk setup's parameters. */
export function hashWith(move: Record<string, string>): string {
  const said = new URLSearchParams(location.hash.slice(1))
  for (const key of ['take', 'from', 'back']) said.delete(key)
  for (const [key, value] of Object.entries(move)) said.set(key, value)
  const text = `${said}`
  return text && `#${text}`
}

/**
 * Handles a screen that arrives from another address of its server, or returns because it couldn't play there.
 * Returns a function that monitors what follows.
 */
export async function arrive({
  api,
  state,
  store,
  report,
}: Options): Promise<((session: Session) => void) | undefined> {
  const { ticket, from, why } = readAddress()
  if (why !== null) {
    await state.set({ [MOVE_KEYS.to]: undefined })
    report(`Not moved: ${why.slice(0, 150)}`)
  }
  if (ticket === null || !isOrigin(from)) return undefined
  try {
    const { token } = await api.takeOver({ body: { ticket } })
    const deviceOf = (each = '') => each.split('.')[0]
    if (deviceOf(await state.get('token')) !== deviceOf(token)) {
      // Another screen, perhaps of another organization, may have left data here.
      await state.clear()
      await store.clear()
    }
    await state.set({ token, [MOVE_KEYS.to]: undefined, [MOVE_KEYS.from]: from })
    return (session) => void returnIfDark(session, from)
  } catch (error) {
    goBack(from, errorMessage(error))
    // The page is about to unload: nothing may start or pair.
    return await new Promise(() => {})
  }
}

/** A page on the stage, or nothing to show and nothing missing, proves that the screen works here. */
async function returnIfDark({ director, library }: Session, from: string): Promise<void> {
  let keptBytes = -1
  for (let dark = 0; dark < PATIENCE_MS; dark += LOOK_MS) {
    await sleep(LOOK_MS)
    const progress = library.progress.get()
    if (director.front || (library.ready.get().device && progress.missing === 0)) return
    if (progress.keptBytes > keptBytes) dark = 0
    keptBytes = progress.keptBytes
  }
  goBack(from, `${location.origin} had nothing to show`)
}

const goBack = (from: string, why: string) => location.replace(`${from}/${hashWith({ back: why })}`)

const isOrigin = (text: string | null): text is string =>
  text !== null && /^https?:\/\/[^/?#\s@]+$/.test(text)
