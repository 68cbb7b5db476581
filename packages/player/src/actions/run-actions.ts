import type { Action } from '@vitrine/contract/actions'
import type { ProgrammeRunner } from '#schedule/programme.ts'
import type { Director } from '#stage/director.ts'

interface Options {
  programme: Pick<ProgrammeRunner, 'choose'>
  director: Pick<Director, 'goTo' | 'layers' | 'front'>
  /** Whether a storyboard is on this screen. */
  has: (storyboardId: string) => boolean
  /** The names by which an action may mean this screen itself. */
  self: () => readonly string[]
  report: (problem: string) => void
}

/** Does what a touch asks for, in order. What cannot be done is reported, and nothing of it shows. */
export function runActions(actions: readonly Action[], options: Options): void {
  for (const action of actions) {
    const why = run(action, options)
    if (why) options.report(`${action.verb}: ${why}`)
  }
}

/** Runs one; a text says why it could not. */
function run(action: Action, { programme, director, has, self }: Options): string | undefined {
  if (action.target !== '' && !self().includes(action.target)) return `${action.target} is another screen`
  switch (action.verb) {
    case 'LOAD_STORYBOARD':
      if (!has(action.props.storyboardId)) return 'this storyboard is not on this screen'
      programme.choose(action.props.storyboardId)
      return undefined
    case 'LOAD_NEXT_LAYOUT':
    case 'LOAD_PREVIOUS_LAYOUT': {
      const step = action.verb === 'LOAD_NEXT_LAYOUT' ? 1 : -1
      return moved(director.goTo((pages, present) => (present + step + pages.length) % pages.length))
    }
    case 'LOAD_LAYOUT_BY_ORDER':
      return moved(director.goTo(() => action.props.layoutOrder))
    case 'LOAD_LAYOUT_BY_NAME':
      return moved(
        director.goTo((pages) => pages.findIndex(({ name }) => sameName(name, action.props.layoutName))),
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
      // The newest layer of that page: the one that is about to show.
      const layer = director.layers
        .get()
        .findLast(({ show, state }) => state !== 'leaving' && show.page.id === page)
      layer?.commands.send(mediaZoneId, { verb: action.verb, order: mediaOrder })
      return layer ? undefined : 'this page is not on the stage'
    }
  }
}

const moved = (done: boolean) => (done ? undefined : 'there is no such page in this storyboard')
const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
