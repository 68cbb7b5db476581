import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { StyleUses } from '@vitrine/contract/api/content/styles'
import { DOCUMENT_BYTES } from '@vitrine/contract/body-limits'
import { checkDocument, inputName, type ReadWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentOf, type Page } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { useFieldTexts } from '#fields/field-texts.ts'
import { clock } from '#lib/clock.ts'
import { ApiError } from '#lib/server/transport.ts'
import { failureText } from '#lib/text/error-text.ts'
import type { TextKey } from '#lib/text/i18n.ts'
import { notify } from '#lib/toasts.ts'
import { useRuleText } from '#ui/form/rule-text.ts'
import { type PageKind, type PageWarnings, pageImpact, warningsOf } from './page-impact.ts'
import { partChanges } from './part-changes.ts'

/** Sends a page. `overwrite` ignores a newer version. Throws `ApiError`. */
export type SavePage = (page: { name: string; document: LayoutDocument }, overwrite: boolean) => Promise<void>

interface Save {
  designer: Designer
  save: SavePage
  failed: TextKey
  kind: PageKind
  /** Empty until the first save. */
  id: string
}

/** Serializes saves; shows invalid fields first, and asks on a conflict. */
export function useSave({ designer, save, failed, kind, id: pageId }: Save) {
  const { t } = useTranslation()
  const ruleText = useRuleText()
  const fieldText = useFieldTexts()
  const [saving, setSaving] = useState(false)
  const [savedAt, setSavedAt] = useState<number>()
  const [tried, setTried] = useState(false)
  const [conflict, setConflict] = useState<ApiError>()
  const [warnings, setWarnings] = useState<PageWarnings>()
  /** On which pages and screens the save of a part would change something. */
  const [changes, setChanges] = useState<StyleUses>()
  const busy = useRef(false)
  const opened = useRef(0)
  useEffect(() => {
    opened.current = sizeOf(designer.state.history.present).bytes
  }, [designer])

  /** `Menus: Interval must be at least 1`. */
  const reason = ({ id, type, name }: ReadWidget, [path, message]: readonly [string, string]): string => {
    const field = path.slice(inputName(id, '').length)
    const label = WIDGET_FIELDS[type]?.[field.split('.')[0] ?? '']?.label ?? field
    return `${name}: ${ruleText(message, fieldText(label))}`
  }

  /** Returns whether the page was saved. */
  const send = async (overwrite: boolean): Promise<boolean> => {
    const { present: page } = designer.state.history
    if (busy.current) return false
    busy.current = true
    setSaving(true)
    try {
      await save({ name: page.name.trim(), document: documentOf(page, WIDGET_FIELDS) }, overwrite)
      designer.markSaved(page)
      setSavedAt(clock.now())
      setTried(false)
      setConflict(undefined)
      setWarnings(undefined)
      setChanges(undefined)
      return true
    } catch (error) {
      if (error instanceof ApiError && error.errKey === 'CONFLICT') setConflict(error)
      notify({ kind: 'negative', message: messageOf(error, failed) })
      return false
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  const saveNow = async (): Promise<boolean> => {
    commitFocusedField()
    const { present: page } = designer.state.history
    if (page.name.trim() === '') {
      notify({ kind: 'warning', message: t('validation.required', { field: t('designer.name') }) })
      return false
    }
    const wrong = Object.entries(checkDocument(page, WIDGET_FIELDS))
    const [first] = wrong
    if (first) {
      setTried(true)
      const widget = page.widgets.find(({ id }) => first[0].startsWith(inputName(id, '')))
      if (widget) designer.select([widget.id])
      const message = t('designer.invalid', { count: wrong.length })
      notify({ kind: 'warning', message: widget ? `${message}\n${reason(widget, first)}` : message })
      return false
    }
    const { bytes, part } = sizeOf(page)
    // Pages larger than the limit (older than it) can be saved as long as they don't grow.
    if (part > 1 && bytes > opened.current) {
      notify({ kind: 'warning', message: t('designer.tooLarge', { size: sizeText(bytes), limit: LIMIT }) })
      return false
    }
    const content = { name: page.name.trim(), document: documentOf(page, WIDGET_FIELDS) }
    const found = await warningsOf(kind, pageId, content)
    if (found) {
      setWarnings(found)
      return false
    }
    const uses = kind === 'parts' ? await partChanges(pageId, content) : undefined
    if (uses) {
      setChanges(uses)
      return false
    }
    const saved = await send(false)
    if (saved && part > NEARLY)
      notify({
        kind: 'warning',
        message: t('designer.nearlyTooLarge', { size: sizeText(bytes), limit: LIMIT }),
      })
    return saved
  }
  const latest = useRef({ saveNow, send })
  useEffect(() => {
    latest.current = { saveNow, send }
  })
  return {
    saving,
    savedAt,
    tried,
    conflict,
    warnings,
    changes,
    /** What saving the page with this content would change on screens. */
    impactOf: useCallback(
      (page: Page) =>
        pageImpact(kind, pageId, { name: page.name.trim(), document: documentOf(page, WIDGET_FIELDS) }),
      [kind, pageId],
    ),
    saveNow: useCallback(() => latest.current.saveNow(), []),
    keepMine: useCallback(() => latest.current.send(true), []),
    saveAnyway: useCallback(() => latest.current.send(false), []),
    giveUp: useCallback(() => {
      setConflict(undefined)
      setWarnings(undefined)
      setChanges(undefined)
    }, []),
  }
}

/** From this fraction of the limit, every save reports the page's size. */
const NEARLY = 0.8
const sizeText = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`
const LIMIT = sizeText(DOCUMENT_BYTES)

/** The size that the server limits: the document in UTF-8. */
function sizeOf(page: Page): { bytes: number; part: number } {
  const bytes = new TextEncoder().encode(JSON.stringify(documentOf(page, WIDGET_FIELDS))).length
  return { bytes, part: bytes / DOCUMENT_BYTES }
}

/** Commits the focused field: numbers and names commit on blur, but a save by shortcut keeps the focus. */
function commitFocusedField(): void {
  const { activeElement: field } = document
  if (!(field instanceof HTMLInputElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}

/** The action's error message with the server's message about a field, such as a name that is taken. */
function messageOf(error: unknown, failed: TextKey): string {
  const [field] = error instanceof ApiError ? Object.values(error.errors) : []
  return field ? `${failureText(error, failed)}\n${field}` : failureText(error, failed)
}
