import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { documentOf, type Page } from '#content/pages/designer/state/page.ts'
import { ApiError } from '#lib/server/transport.ts'
import type { BaseVersion } from './draft-keeper.ts'
import type { SavePage } from './use-save.ts'

/** Loads the server's version of a page. */
export type LoadPage = () => Promise<Page>

/**
 * Saves like `save`, and recognizes earlier saves whose response was lost: a newer version with just that content is
 * no conflict. `load` loads the server's version, and sets `base` to it.
 */
export function recognizingOwn(save: SavePage, load: LoadPage, base: BaseVersion): SavePage {
  /** Pages that the server may have saved. */
  let unanswered: string[] = []
  const isOwn = async () => unanswered.length > 0 && unanswered.includes(textOf(await load()))
  const send: SavePage = async (page, overwrite) => {
    try {
      await save(page, overwrite)
      unanswered = []
    } catch (error) {
      // 502 to 504: a proxy whose server didn't respond.
      if (error instanceof ApiError && (error.status === 0 || error.status > 501))
        unanswered.push(JSON.stringify(page))
      throw error
    }
  }
  return async (page, overwrite) => {
    const before = base.current
    try {
      await send(page, overwrite)
    } catch (error) {
      if (!(error instanceof ApiError) || error.errKey !== 'CONFLICT') throw error
      if (!(await isOwn().catch(() => false))) {
        base.current = before
        throw error
      }
      await send(page, false)
    }
  }
}

const textOf = (page: Page) =>
  JSON.stringify({ name: page.name.trim(), document: documentOf(page, WIDGET_FIELDS) })
