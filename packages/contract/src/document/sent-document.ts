import type { LayoutDocument } from '#api/page-document.ts'
import type { FieldErrors, Values } from '#fields/values.ts'
import { isRecord } from '#record.ts'
import { inputsByWidget } from './inputs-by-widget.ts'
import { checkDocument, type FieldsByType, readDocument } from './layout-document.ts'

/**
 * What is wrong with the inputs of a document as they were sent: rule messages by `<widgetId>-<field path>`. Reading
 * mends everything, so what was read shows no rubbish. Other spellings that reading understands ("5" for 5) and parts
 * that were not sent are fine; inputs of no field and of unknown types are kept and not looked at.
 */
export function checkSentDocument(document: LayoutDocument, types: FieldsByType): FieldErrors {
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

/** A value as it was sent, with what reading added to it; what reading changed or left out is as it was sent. */
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

/** Whether a text or a number is another spelling of what was read. */
const means = (sent: unknown, read: unknown): boolean =>
  typeof sent !== 'object' &&
  (String(sent).trim() === String(read) || (typeof read === 'boolean' && sent === Number(read)))

const mapped = (values: Values, change: (value: unknown, key: string) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]))
