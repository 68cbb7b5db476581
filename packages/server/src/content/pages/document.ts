import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { mediaInBackdrop } from '@vitrine/contract/document/backdrop'
import {
  actionsInDocument,
  checkDocument,
  inputName,
  mediaInDocument,
  type ReadDocument,
  readDocument,
  zoneEntries,
} from '@vitrine/contract/document/layout-document'
import { translationsIn } from '@vitrine/contract/document/page-languages'
import { fieldKeysIn } from '@vitrine/contract/document/screen-values'
import { checkSentDocument } from '@vitrine/contract/document/sent-document'
import { sourcesInText } from '@vitrine/contract/document/source-data'
import { boundTextsIn, sourcesIn } from '@vitrine/contract/document/sources-in'
import { stylesIn } from '@vitrine/contract/document/styles'
import { pageIn } from '@vitrine/contract/document/translated-page'
import type { Action } from '@vitrine/contract/fields/actions'
import type { Fields } from '@vitrine/contract/fields/field'
import type { FilesRule } from '@vitrine/contract/fields/files-rule'
import { ownFontsIn } from '@vitrine/contract/fields/own-font'
import { mediaIn } from '@vitrine/contract/fields/values'
import { fieldLabel, rule, ruleText } from '@vitrine/contract/rules'
import { placesIn, type ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import { definitionOf, WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type References, RULED } from '#base/references/queries.ts'
import { AppError } from '#lib/errors.ts'

/**
 * Validates a document's settings before saving, and returns its references. Stored values are repaired as on every
 * read, so a mere rename or copy is never refused. Throws INVALID by input.
 */
export function readPage(
  document: LayoutDocument,
  stored?: LayoutDocument,
): { read: ReadDocument; references: References } {
  const read = readDocument(document, WIDGET_FIELDS)
  const isStored = document.config === stored?.config && document.widgets === stored.widgets
  refuseInputs(
    read,
    isStored ? checkDocument(read, WIDGET_FIELDS) : checkSentDocument(document, WIDGET_FIELDS),
  )
  for (const { language } of read.languages?.others ?? [])
    refuseInputs(read, checkDocument(pageIn(read, WIDGET_FIELDS, language), WIDGET_FIELDS))
  const own = free(read)
  return { read: own, references: referencesIn(own) }
}

/** Everything that a page's document references. */
export const referencesOfPage = (read: ReadDocument): References => referencesIn(free(read))

/** Without the values of linked fields: what these need, their styles reference. */
export const free = (read: ReadDocument): ReadDocument => ({
  ...read,
  widgets: read.widgets.map((widget) => {
    const { styles, settings } = widget
    if (!styles) return widget
    const free = Object.entries(settings).filter(([name]) => !Object.hasOwn(styles, name))
    return { ...widget, settings: Object.fromEntries(free) }
  }),
})

/** Everything that a page references; data sources by their keys. `read`: without linked values. */
export const referencesIn = (read: ReadDocument): References => ({
  media: mediaInDocument(read, WIDGET_FIELDS),
  storyboard: storyboardsIn(read, ({ target }) => target === ''),
  'remote-storyboard': storyboardsIn(read, ({ target }) => target !== ''),
  style: stylesIn(read.widgets),
  source: [
    ...read.widgets.flatMap(({ type, settings }) => sourcesIn(fieldsOf(type), settings)),
    ...translationsIn(read.languages).flatMap(sourcesInText),
  ],
  'screen-field': fieldKeysIn(boundTexts(read)),
  list: listsIn(read),
  place: placesOfRules(read),
})

/** The places that rules of entries name, and a mark that there are any. */
function placesOfRules(read: ReadDocument): string[] {
  const rules = entryRulesOf(read)
  return rules.length === 0 ? [] : [...new Set([RULED, ...rules.flatMap(({ rule: each }) => placesIn(each))])]
}

/** The rules of entries in its media zones, with the paths of their zones. */
export const entryRulesOf = (read: ReadDocument): { path: string; rule: ScreenRule }[] =>
  read.widgets.flatMap((widget) =>
    zoneEntries(widget, WIDGET_FIELDS).flatMap(({ screens }) =>
      screens ? [{ path: inputName(widget.id, 'media'), rule: screens }] : [],
    ),
  )

/** The folders of lists that fill themselves, and a mark that there are any. */
function listsIn(read: ReadDocument): string[] {
  const rules = filesRulesOf(read)
  return rules.length === 0 ? [] : [...new Set(['*', ...rules.flatMap(({ folderId }) => folderId ?? [])])]
}

/** The rules by which its media zones fill themselves. */
export const filesRulesOf = (read: ReadDocument): FilesRule[] =>
  read.widgets.flatMap((widget) => zoneEntries(widget, WIDGET_FIELDS).flatMap(({ files }) => files ?? []))

/** Its texts that may contain references. */
export const boundTexts = (read: ReadDocument): string[] => [
  ...read.widgets.flatMap(({ type, settings }) => boundTextsIn(fieldsOf(type), settings)),
  ...translationsIn(read.languages),
]

/**
 * Throws INVALID for inputs that reference media outside `known` (types by id), show a font, or name something else as
 * one.
 */
export function refuseUnknownMedia(read: ReadDocument, known: ReadonlyMap<string, string>): void {
  const errors: Record<string, string> = {}
  const note = (path: string, id: string, isNamedAsFont: boolean) => {
    const type = known.get(id)
    if (type === undefined) errors[path] = rule('unknown')
    else if (type.startsWith('font/') !== isNamedAsFont) errors[path] ??= rule('invalid')
  }
  for (const id of mediaInBackdrop(read.backdrop)) note('backdrop.media', id, false)
  for (const widget of read.widgets)
    for (const [name, field] of Object.entries(fieldsOf(widget.type))) {
      const fonts = ownFontsIn(widget.settings[name])
      for (const id of mediaIn({ [name]: field }, widget.settings))
        note(inputName(widget.id, name), id, fonts.has(id))
    }
  refuseInputs(read, errors)
}

/** Throws INVALID for media zones with a list that isn't allowed. */
export function refuseLists(read: ReadDocument, isAllowed: (rule: FilesRule) => boolean): void {
  const errors: Record<string, string> = {}
  for (const widget of read.widgets)
    for (const { files } of zoneEntries(widget, WIDGET_FIELDS))
      if (files && !isAllowed(files)) errors[inputName(widget.id, 'media')] = rule('unknown')
  refuseInputs(read, errors)
}

const fieldsOf = (type: string): Fields =>
  Object.hasOwn(WIDGET_FIELDS, type) ? (WIDGET_FIELDS[type] ?? {}) : {}

/** `errors` by `<widget id>-<path>`; the texts name the field and the widget. */
function refuseInputs(read: ReadDocument, errors: Record<string, string>): void {
  const texts = Object.entries(errors).map(([name, message]) => {
    const owner = read.widgets.find((widget) => name.startsWith(inputName(widget.id, '')))
    const field = owner ? name.slice(inputName(owner.id, '').length) : name
    return [name, ruleText(message, owner ? labelIn(owner, field) : fieldLabel(field))] as const
  })
  const [first] = texts
  if (first) throw new AppError('INVALID', first[1], Object.fromEntries(texts))
}

/** `Interval of the Media Zone "Menus"`. */
function labelIn({ type, name }: ReadDocument['widgets'][number], path: string): string {
  const [field = ''] = path.split('.')
  const definition = definitionOf(type)
  const label = path === field ? fieldsOf(type)[field]?.label : undefined
  return `${label ?? fieldLabel(path)} of the ${definition?.label ?? type} "${name}"`
}

/** Storyboards that its actions load. */
const storyboardsIn = (read: ReadDocument, isMeant: (action: Action) => boolean): string[] =>
  actionsInDocument(read, WIDGET_FIELDS).flatMap((action) =>
    action.verb === 'LOAD_STORYBOARD' && isMeant(action) ? [action.props.storyboardId] : [],
  )
