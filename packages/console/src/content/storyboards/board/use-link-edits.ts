import { useQueryClient } from '@tanstack/react-query'
import type { StoryboardType } from '@vitrine/contract/api/content/storyboards'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { committed, historyOf, redone, undone } from '#lib/history.ts'
import { cardsKey } from '#queries/cards.ts'
import { layoutsKey } from '#queries/layouts.ts'
import { documentOf, type StoryPage } from '#queries/pages.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { edited, type LinkEdit, type LinkEdits, savedPage, withEdits } from './link-edits.ts'

const NONE: LinkEdits = []
type Saved = ReturnType<typeof savedPage>
const PAGES = {
  standard: {
    key: cardsKey,
    failed: 'errors.updateCard',
    update: (id: string, body: Saved) => api.cards.update({ params: { id }, body }),
  },
  designed: {
    key: layoutsKey,
    failed: 'errors.updateLayout',
    update: (id: string, body: Saved) =>
      api.layouts.update({ params: { id }, body: { type: 'designed', ...body } }),
  },
} as const

/** Links that were changed on the board, until they are saved. `pages`: the storyboard's, in order. */
export function useLinkEdits(type: StoryboardType, pages: readonly StoryPage[]) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [history, setHistory] = useState(() => historyOf<LinkEdits, undefined>(NONE))
  const { key, update, failed } = PAGES[type]
  const edits = history.present
  const changed = [...new Map(pages.map((page) => [page.id, page])).values()].filter(
    (page) => withEdits(page, edits, pages) !== documentOf(page),
  )
  const save = useWrite({
    write: async () => {
      for (const page of changed) await update(page.id, savedPage(page, edits, pages))
    },
    failed,
    done: () => t('preview.board.saved', { count: changed.length }),
    invalidates: [key],
  })
  return {
    edits,
    changed,
    link: useCallback(
      (edit: LinkEdit) => setHistory((before) => committed(before, edited(before.present, edit), undefined)),
      [],
    ),
    undo: history.past.length > 0 ? () => setHistory(undone) : undefined,
    redo: history.future.length > 0 ? () => setHistory(redone) : undefined,
    save: async () => {
      await save(undefined).then(
        () => setHistory(historyOf<LinkEdits, undefined>(NONE)),
        // The toast says why. The next try starts from the pages as they are now.
        () => client.invalidateQueries({ queryKey: key }),
      )
    },
  }
}
