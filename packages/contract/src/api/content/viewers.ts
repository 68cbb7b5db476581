import { z } from 'zod'
import { Id, IdParams } from '#api/base/entity.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'

/** People on a page that an answer names. */
export const VIEWERS_LISTED = 20
/** Editors say this often that they are open, and count as closed after the longer time without a word. Seconds. */
export const VIEWING_EVERY_SECONDS = 15
export const VIEWING_SECONDS = 40
/** The topic of who has pages open: no route writes it. */
export const VIEWERS_CHANGED = 'page-viewers'

const Viewer = z.object({ id: Id, name: z.string() })
export type Viewer = z.infer<typeof Viewer>

export const pageViewers = {
  note: route({
    method: 'POST',
    path: '/comments/pages/:id/viewers',
    summary:
      'Say that you have a page open, every 15 seconds, or no longer, and list other people who have; nothing is stored',
    who: { read: 'comments' },
    write: false,
    keys: false,
    params: IdParams,
    body: z.object({ here: z.boolean(rule('invalid')) }),
    response: z.object({ people: z.array(Viewer).max(VIEWERS_LISTED) }),
  }),
}
