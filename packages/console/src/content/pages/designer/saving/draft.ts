import { readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { documentOf, type Page } from '#content/pages/designer/state/page.ts'
import { readJson, STORED, storage } from '#lib/browser/storage.ts'
import { clock } from '#lib/clock.ts'

/** Drafts of unsaved pages in this browser, in case the tab closes. */
export const DRAFT_MS = 2000
const KEPT = 10

interface Draft {
  at: number
  name: string
  document: unknown
  /** The saved version that the draft is based on. */
  base?: number
}

function drafts(): Record<string, Draft> {
  const stored = readJson(storage, STORED.designerDrafts)
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, Draft>) : {}
}
function keep(all: Record<string, Draft>): void {
  const newest = Object.entries(all)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, KEPT)
  storage.set(STORED.designerDrafts, newest.length > 0 ? JSON.stringify(Object.fromEntries(newest)) : null)
}

/** `key` identifies the page: its id, or a key for new pages. */
export function saveDraft(key: string, page: Page, base: number | undefined): void {
  keep({
    ...drafts(),
    [key]: { at: clock.now(), name: page.name, document: documentOf(page, WIDGET_FIELDS), base },
  })
}
export function dropDraft(key: string): void {
  const { [key]: _gone, ...rest } = drafts()
  keep(rest)
}
export const hasDraft = (key: string): boolean => drafts()[key] !== undefined
export interface KeptWork {
  /** When the draft was written, in milliseconds since 1970. */
  at: number
  page: Page
  base: number | undefined
}
/** The draft; `undefined` if there is none or it is unreadable. */
export async function loadDraft(key: string): Promise<KeptWork | undefined> {
  const draft = drafts()[key]
  if (!draft) return undefined
  const { asDocument } = await import('./stored-document.ts')
  const document = asDocument(draft.document)
  return (
    document && {
      at: draft.at,
      page: { name: String(draft.name), ...readDocument(document, WIDGET_FIELDS) },
      base: draft.base,
    }
  )
}
