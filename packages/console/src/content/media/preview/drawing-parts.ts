import { COMMON_FONTS } from '@vitrine/contract/fields/font-families'
import { trimSlashes } from '@vitrine/contract/trim-slashes'
import i18next from 'i18next'
import { listText } from '#lib/text/format.ts'

/** What an SVG needs that isn't in it. Browsers load none of it for an image. */
export interface OutsideParts {
  /** Names of pictures, styles, and fonts. */
  files: string[]
  /** Families of its text that screens may not have. */
  fonts: string[]
}

/** Families that every system has, or replaces with one of the same widths; besides those that the console offers. */
const COMMON =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[a-z-]+|math|emoji|inherit|initial|unset|helvetica|times|courier)$/i
const OFFERED: readonly string[] = COMMON_FONTS.map(({ name }) => name.toLowerCase())

export function outsideParts(svg: string): OutsideParts {
  const text = sectionsOf(svg, '<!--', '-->').outside
  const references = [
    ...[...text.matchAll(/<(?!a[\s>])[\w:?-]+[^<>]*/g)].flatMap(([tag]) =>
      [...tag.matchAll(/\s(?:xlink:)?(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(quoted),
    ),
    ...sectionsOf(text, 'url(', ')').inside.map((each) => each.trim().replace(/^["']|["']$/g, '')),
    ...[...text.matchAll(/@import\s+(?:"([^"]*)"|'([^']*)')/g)].map(quoted),
  ]
  const outside = references.map((each) => each.trim()).filter((each) => !/^(?:#|data:|$)/i.test(each))
  const faces = sectionsOf(text, '@font-face', '}')
  const embedded = faces.inside.filter((body) => /url\(\s*["']?data:/i.test(body)).flatMap(familiesIn)
  const used = familiesIn(faces.outside)
  const missing = used.filter(
    (each) => !COMMON.test(each) && !OFFERED.includes(each.toLowerCase()) && !embedded.includes(each),
  )
  return { files: [...new Set(outside.map(nameOf))], fonts: [...new Set(missing)] }
}

/** A text without what is between two marks, and that; in linear time, because the file is a stranger's. */
function sectionsOf(text: string, begin: string, end: string): { outside: string; inside: string[] } {
  const outside: string[] = []
  const inside: string[] = []
  let at = 0
  for (;;) {
    const from = text.indexOf(begin, at)
    const to = from < 0 ? -1 : text.indexOf(end, from + begin.length)
    if (to < 0) return { outside: outside.join('') + text.slice(at), inside }
    outside.push(text.slice(at, from))
    inside.push(text.slice(from + begin.length, to))
    at = to + end.length
  }
}

const quoted = ([, ...groups]: RegExpMatchArray): string => groups.find((each) => each !== undefined) ?? ''

/** The last part of a URL's path. */
const nameOf = (url: string): string =>
  trimSlashes(url.replace(/[?#].*$/s, ''))
    .split('/')
    .at(-1) || url

/** The first family of every list, in properties and attributes. */
const familiesIn = (text: string): string[] =>
  [...text.matchAll(/font-family\s*(?::|=\s*["'])\s*(?:"([^"]*)"|'([^']*)'|&quot;(.*?)&quot;|([^;,"'}<]+))/g)]
    .map((each) => quoted(each).split(',')[0]?.trim() ?? '')
    .filter((each) => each !== '')

/** Sentences about an SVG that will look different on screens; none for other files. */
export async function drawingWarnings(file: Blob): Promise<string[]> {
  if (file.type !== 'image/svg+xml') return []
  const { files, fonts } = outsideParts(await file.text())
  return [
    ...(files.length > 0 ? [i18next.t('media.drawing.outside', { names: listOf(files) })] : []),
    ...(fonts.length > 0 ? [i18next.t('media.drawing.fonts', { names: listOf(fonts) })] : []),
  ]
}

/** Names before the rest is counted. */
const NAMED = 5
const listOf = (names: readonly string[]): string => {
  const more = names.length - NAMED
  return listText(
    more > 0 ? [...names.slice(0, NAMED), i18next.t('media.replace.more', { count: more })] : names,
  )
}
