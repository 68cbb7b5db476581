import { type Page, widgetOf, withWidgets } from '#content/pages/designer/state/page.ts'

export interface TypingIn {
  id: string
  field: string
}

/** Has no width, and keeps an empty text a text: its widget would draw a placeholder. */
const EMPTY = '\u200b'
/**
 * Has no width, and keeps references to data as they are typed: names of sources are shorter. See `partsOf` in
 * `document/source-data.ts`.
 */
const JOINER = '\u2060'.repeat(101)

/** A text as it is drawn while someone types it. */
export const drawnText = (text: string): string =>
  text.trim() === '' ? `${text}${EMPTY}` : text.replaceAll('{', `{${JOINER}`)

export function typedText(page: Page, { id, field }: TypingIn): string {
  return String(widgetOf(page, id)?.settings[field] ?? '')
}

export function withTyped(page: Page, typing: TypingIn, text: string): Page {
  const widget = widgetOf(page, typing.id)
  if (!widget || widget.settings[typing.field] === text) return page
  return withWidgets(page, [{ ...widget, settings: { ...widget.settings, [typing.field]: text } }])
}

/** The page that the canvas draws while someone types. */
export const typedPage = (page: Page, typing: TypingIn | null): Page =>
  typing ? withTyped(page, typing, drawnText(typedText(page, typing))) : page
