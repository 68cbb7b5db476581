import { FONTS } from '@vitrine/contract/fields/fonts'
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
const OFFERED: readonly string[] = FONTS.map((each) => each.toLowerCase())

export function outsideParts(svg: string): OutsideParts {
  const text = svg.replace(/<!--.*?-->/gs, '')
  const references = [
    ...[...text.matchAll(/<(?!a[\s>])[\w:?-]+[^<>]*/g)].flatMap(([tag]) =>
      [...tag.matchAll(/\s(?:xlink:)?(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(quoted),
    ),
    ...[...text.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))\s*\)/g)].map(quoted),
    ...[...text.matchAll(/@import\s+(?:"([^"]*)"|'([^']*)')/g)].map(quoted),
  ]
  const outside = references.map((each) => each.trim()).filter((each) => !/^(?:#|data:|$)/i.test(each))
  const faces = [...text.matchAll(/@font-face\s*{([^}]*)}/g)].map(([, body = '']) => body)
  const embedded = faces.filter((body) => /url\(\s*["']?data:/i.test(body)).flatMap(familiesIn)
  const used = familiesIn(text.replace(/@font-face\s*{[^}]*}/g, ''))
  const missing = used.filter(
    (each) => !COMMON.test(each) && !OFFERED.includes(each.toLowerCase()) && !embedded.includes(each),
  )
  return { files: [...new Set(outside.map(nameOf))], fonts: [...new Set(missing)] }
}

const quoted = ([, ...groups]: RegExpMatchArray): string => groups.find((each) => each !== undefined) ?? ''

/** The last part of a URL's path. */
const nameOf = (url: string): string =>
  url
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .split('/')
    .at(-1) || url

/** The first family of every list, in properties and attributes. */
const familiesIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /font-family\s*(?::\s*|=\s*["'])\s*(?:"([^"]*)"|'([^']*)'|&quot;(.*?)&quot;|([^;,"'}<]+))/g,
    ),
  ]
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
