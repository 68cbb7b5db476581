import { type ReadWidget, readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { Look } from '#content/pages/designer/state/look.ts'
import { documentOf, type Page } from '#content/pages/designer/state/page.ts'
import { readJson, STORED, storage } from '#lib/browser/storage.ts'

/**
 * The last copy from any tab, for menus and the palette: reading the system clipboard would prompt the user.
 * Shortcuts use the system clipboard.
 */
export const clipboard = {
  get widgets(): string {
    const { widgets } = kept()
    return typeof widgets === 'string' ? widgets : ''
  },
  set widgets(widgets: string) {
    keep({ ...kept(), widgets })
  },
  get look(): Look | undefined {
    const { look } = kept()
    return isLook(look) ? look : undefined
  },
  set look(look: Look | undefined) {
    keep({ ...kept(), look })
  },
}

function kept(): Record<string, unknown> {
  const stored = readJson(storage, STORED.designerClipboard)
  return typeof stored === 'object' && stored !== null ? { ...stored } : {}
}
const keep = (copied: object) => storage.set(STORED.designerClipboard, JSON.stringify(copied))
const isLook = (look: unknown): look is Look =>
  typeof look === 'object' && look !== null && 'settings' in look && 'types' in look

const TAG = 'widgets'

/** Serializes widgets for the system clipboard, as a stored document with a marker. */
export function writeWidgets(page: Page, widgets: readonly ReadWidget[]): string {
  return JSON.stringify({
    vitrine: TAG,
    document: documentOf({ ...page, widgets: [...widgets] }, WIDGET_FIELDS),
  })
}

/** Whether a text looks like serialized widgets. */
export const maybeWidgets = (text: string): boolean => text.startsWith('{"vitrine":')

type Reader = typeof import('#content/pages/designer/saving/stored-document.ts')
let reader: Promise<Reader> | undefined
/** One shared promise keeps pastes in order. */
function loadReader(): Promise<Reader> {
  reader ??= import('#content/pages/designer/saving/stored-document.ts').catch((error: unknown) => {
    reader = undefined
    throw error
  })
  return reader
}

/** Parses clipboard text; `undefined` if it has no widgets. */
export async function readWidgets(text: string): Promise<ReadWidget[] | undefined> {
  if (!maybeWidgets(text)) return undefined
  try {
    const { vitrine, document } = JSON.parse(text) as { vitrine?: unknown; document?: unknown }
    const { asDocument } = await loadReader()
    const read = vitrine === TAG ? asDocument(document) : undefined
    return read && readDocument(read, WIDGET_FIELDS).widgets
  } catch {
    return undefined
  }
}
