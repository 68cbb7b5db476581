import type { Action } from '@vitrine/contract/fields/actions'
import { samePageName } from '@vitrine/contract/fields/same-page-name'
import type { Playback } from '#schedule/playback.ts'
import type { Director } from '#stage/director.ts'

interface Options {
  playback: Pick<Playback, 'choose'>
  director: Pick<Director, 'goTo' | 'layers' | 'front'>
  /** Whether a storyboard is on this screen. */
  has: (storyboardId: string) => boolean
  /** The names by which an action may target this screen. */
  self: () => readonly string[]
  /** Sends an action to another screen; returns the reason if that fails. */
  relay: (widgetId: string, action: Action) => Promise<string | undefined>
  report: (problem: string) => void
}

/**
 * Runs a touched widget's actions in order. Actions for other screens are fire and forget. Failures are reported, but
 * not shown.
 */
export function runActions(widgetId: string, actions: readonly Action[], options: Options): void {
  const note = (action: Action, why: string | undefined) => {
    if (why) options.report(`${action.verb}: ${why}`)
  }
  for (const action of actions)
    if (action.target === '' || isForHere(action, options)) note(action, runHere(action, options))
    else void options.relay(widgetId, action).then((why) => note(action, why))
}

/**
 * Whether an action targets this screen by name. The server handles a storyboard that is missing here, as for another
 * screen.
 */
const isForHere = (action: Action, { self, has }: Options): boolean =>
  self().includes(action.target) && (action.verb !== 'LOAD_STORYBOARD' || has(action.props.storyboardId))

/** Runs an action on this screen, regardless of its target. Returns the reason if it can't. */
export function runHere(
  action: Action,
  { playback, director, has }: Pick<Options, 'playback' | 'director' | 'has'>,
): string | undefined {
  switch (action.verb) {
    case 'LOAD_STORYBOARD':
      if (!has(action.props.storyboardId)) return "this storyboard isn't on this screen"
      playback.choose(action.props.storyboardId)
      return undefined
    case 'LOAD_NEXT_LAYOUT':
    case 'LOAD_PREVIOUS_LAYOUT': {
      const step = action.verb === 'LOAD_NEXT_LAYOUT' ? 1 : -1
      return moved(director.goTo((pages, present) => neighborOf(pages, present, step)))
    }
    case 'LOAD_LAYOUT_BY_ORDER':
      return moved(director.goTo(() => action.props.layoutOrder))
    case 'LOAD_LAYOUT_BY_NAME':
      return moved(
        director.goTo((pages) => pages.findIndex(({ name }) => samePageName(name, action.props.layoutName))),
      )
    case 'LOAD_NEXT_MEDIA':
    case 'LOAD_PREVIOUS_MEDIA':
    case 'LOAD_MEDIA_BY_ORDER': {
      const { layoutId, mediaZoneId, mediaOrder } = action.props
      const front = director.front?.show.page.id
      if (layoutId !== '' && layoutId !== front) {
        const failed = moved(director.goTo((pages) => pages.findIndex(({ id }) => id === layoutId)))
        if (failed) return failed
      }
      const page = layoutId || front
      // The newest layer of that page, which is about to appear.
      const layer = director.layers
        .get()
        .findLast(({ show, state }) => state !== 'leaving' && show.page.id === page)
      layer?.commands.send(mediaZoneId, { verb: action.verb, order: mediaOrder })
      return layer ? undefined : "this page isn't showing"
    }
  }
}

/** The next or previous page, wrapping around and skipping pages that don't show now, whose ids are empty. */
function neighborOf(pages: readonly { id: string }[], present: number, step: 1 | -1): number {
  for (let n = 1; n < pages.length; n++) {
    const index = (((present + n * step) % pages.length) + pages.length) % pages.length
    if (pages[index]?.id) return index
  }
  return present
}

const moved = (done: boolean) => (done ? undefined : 'this storyboard has no such page')
