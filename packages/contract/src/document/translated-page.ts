import { replaceIn } from '#fields/values.ts'
import type { FieldsByType, ReadDocument, ReadWidget } from './layout-document.ts'
import { directionOf, type PageLanguages, translationsIn } from './page-languages.ts'
import { spelled } from './pieces.ts'
import { replaceBindings } from './source-data.ts'

/** The texts of a widget that people read, in the order of its form. */
export function textsOf({ type, settings }: ReadWidget, types: FieldsByType): string[] {
  const found: string[] = []
  replaceIn(fieldsOf(types, type), settings, {
    text: (text) => {
      if (text.trim() !== '') found.push(text)
      return text
    },
  })
  return found
}

const fieldsOf = (types: FieldsByType, type: string) =>
  Object.hasOwn(types, type) ? (types[type] ?? {}) : {}

/** The texts of a page, each once. */
export const textsIn = ({ widgets }: ReadDocument, types: FieldsByType): string[] => [
  ...new Set(widgets.flatMap((widget) => textsOf(widget, types))),
]

const ADDRESS = /^\s*https?:\/\/\S+\s*$/i
/** Whether a text reads differently in other languages: prices, addresses, and values of data sources don't. */
export const needsTranslation = (text: string): boolean =>
  !ADDRESS.test(text) && /\p{L}/u.test(replaceBindings(text, () => ''))

/** The translations of a language by their originals; undefined for the page's own, and unknown ones. */
export function translationsOf(
  languages: PageLanguages | undefined,
  language: string,
): ReadonlyMap<string, string> | undefined {
  const found = languages?.others.find((other) => other.language === language)
  return found && new Map(found.texts.filter(({ to }) => to.trim() !== '').map(({ of, to }) => [of, to]))
}

/** The texts that a language lacks, each once. They are shown in the page's own language. */
export function missingTexts(page: ReadDocument, types: FieldsByType, language: string): string[] {
  const known = translationsOf(page.languages, language)
  return known ? textsIn(page, types).filter((text) => needsTranslation(text) && !known.has(text)) : []
}

/**
 * A page as it is shown in one of its languages, mirrored where its author says so. `mark` changes texts that the language
 * lacks. The same object in the page's own language.
 */
export function pageIn<D extends ReadDocument>(
  page: D,
  types: FieldsByType,
  language: string,
  mark: (text: string) => string = (text) => text,
): D {
  const { languages } = page
  const known = translationsOf(languages, language)
  if (!languages || !known) return page
  const text = (of: string) => known.get(of) ?? (needsTranslation(of) ? mark(of) : of)
  const widgets = page.widgets.map((widget) => {
    const settings = replaceIn(fieldsOf(types, widget.type), widget.settings, { text })
    return { ...widget, settings }
  })
  const shown = { ...page, widgets }
  const isMirrored = languages.mirror && directionOf(language) !== directionOf(languages.own)
  return isMirrored ? mirroredPage(shown, types) : shown
}

const OTHER_SIDE = { left: 'right', center: 'center', right: 'left' } as const

/** A page from the other side: places, rotations, and alignments are mirrored; what widgets draw isn't. */
export function mirroredPage<D extends ReadDocument>(page: D, types: FieldsByType): D {
  const widgets = page.widgets.map((widget) => {
    const { frame, type, settings } = widget
    const rotation = Number(frame?.rotation ?? 0)
    return {
      ...widget,
      x: page.width - widget.x - widget.width,
      ...(frame && rotation !== 0 && { frame: { ...frame, rotation: -rotation } }),
      settings: replaceIn(fieldsOf(types, type), settings, { alignment: (side) => OTHER_SIDE[side] }),
    }
  })
  return { ...page, widgets }
}

/** A widget with the pieces of texts that it, or a translation, still says: what a save keeps. */
export function withoutStrayPieces(
  widget: ReadWidget,
  types: FieldsByType,
  languages: PageLanguages | undefined,
): ReadWidget {
  if (!widget.pieces) return widget
  const { pieces: all, ...rest } = widget
  const texts = new Set([...textsOf(widget, types), ...translationsIn(languages)])
  const pieces = all.filter((one) => texts.has(spelled(one)))
  return { ...rest, ...(pieces.length > 0 && { pieces }) }
}

/** The translations of texts that a page still has: what a save keeps. */
export function withoutUnused<D extends ReadDocument>(page: D, types: FieldsByType): D {
  const { languages } = page
  // A part may say them: it isn't in the page, and can be changed.
  if (!languages || page.widgets.some(({ use }) => use)) return page
  const texts = new Set(textsIn(page, types))
  const others = languages.others.map((other) => {
    const left = other.texts.filter(({ of, to }) => texts.has(of) && to.trim() !== '')
    return left.length === other.texts.length ? other : { ...other, texts: left }
  })
  const isSame = others.every((other, index) => other === languages.others[index])
  return isSame ? page : { ...page, languages: { ...languages, others } }
}
