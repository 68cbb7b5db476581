import type { FieldErrors, Values } from '#fields/values.ts'
import { inputsByWidget, type StoredDocument } from '#inputs-by-widget.ts'
import { isRecord } from '#record.ts'
import { checkDocument, type FieldsByType, readDocument } from './layout-document.ts'

/**
 * Problems of a document's inputs as sent: rule messages by `<widgetId>-<field path>`. Check before reading, which
 * repairs everything. Other spellings that reading understands ("5" for 5) and absent parts are fine; inputs without
 * a field or of unknown types are kept unchecked.
 */
export function checkSentDocument(document: StoredDocument, types: FieldsByType): FieldErrors {
  const sent = inputsByWidget(document)
  const read = readDocument(document, types)
  const widgets = read.widgets.map((widget) => {
    const inputs = sent.get(widget.id)
    const settings = Object.entries(widget.settings).map(([field, value]) => [
      field,
      asSent(inputs?.get(field)?.value, value),
    ])
    return { ...widget, settings: Object.fromEntries(settings) as Values }
  })
  return checkDocument({ ...read, widgets }, types)
}

/**
 * The value as sent, completed by what reading added; where reading changed or dropped something, the sent value
 * wins.
 */
function asSent(sent: unknown, read: unknown): unknown {
  if (sent === undefined || sent === null) return read
  if (Array.isArray(read)) {
    const list = Array.isArray(sent) ? sent : [sent]
    return list.length === read.length ? list.map((entry, index) => asSent(entry, read[index])) : sent
  }
  if (!isRecord(read)) return means(sent, read) ? read : sent
  if (!isRecord(sent)) return Object.values(read).some((part) => means(sent, part)) ? read : sent
  return { ...read, ...mapped(sent, (part, key) => asSent(part, read[key])) }
}

/** Whether a text or a number is another spelling of the value read. */
const means = (sent: unknown, read: unknown): boolean =>
  typeof sent !== 'object' &&
  (String(sent).trim() === String(read) || (typeof read === 'boolean' && sent === Number(read)))

const mapped = (values: Values, change: (value: unknown, key: string) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]))
