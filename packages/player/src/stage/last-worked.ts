import type { State } from '#lib/state.ts'
import { pagesShownAt, type Show } from './show-at.ts'

/** Ids of a storyboard and of its page that worked, as a restart of the player finds them. */
type WorkedPage = readonly string[]

/** The page that the player remembers over restarts. */
export interface KeptPage {
  kept: WorkedPage
  keep: (page: WorkedPage) => void
}

export const keptPageOf = async (state: Pick<State, 'get' | 'set'>): Promise<KeptPage> => ({
  kept: String(await state.get('worked').catch(() => '')).split(' '),
  keep: (page) => void state.set({ worked: page.join(' ') }).catch(() => undefined),
})

export type LastWorked = ReturnType<typeof lastWorked>

/** The last page that worked. It shows while nothing that should play can be shown. */
export function lastWorked({ kept, keep }: KeptPage) {
  let last: Show | undefined
  const remember = ({ storyboard, page }: Show) => {
    kept = [storyboard.id, page.id]
    keep(kept)
  }
  return {
    show: () => last,
    kept: () => kept,
    /** It showed until its end. */
    ended(show: Show) {
      if (!show.isTakeover) last = show
    },
    /** It has painted. A page of the same storyboard does as well after a restart, and spares the disk. */
    painted(show: Show) {
      if (!show.isTakeover && kept[0] !== show.storyboard.id) remember(show)
    },
    /** The visible page turned out not to work. */
    failed() {
      if (last) remember(last)
    },
  }
}

/** Whether a page may stay although something else should play: its dates hold, and no emergency has ended. */
export const mayStay = (show: Show, now: number): boolean =>
  !show.isTakeover && pagesShownAt(now, show).includes(show.index)
