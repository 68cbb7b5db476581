const known = new Map<string, Promise<string>>()

/**
 * CSS rules of the fonts in use with embedded files, for a picture that can't load any. `load` fetches a file; if a
 * font fails to load, all are omitted.
 */
export async function embeddedFonts(load: (url: string) => Promise<Blob>): Promise<string> {
  const used = new Set<string>()
  document.fonts?.forEach((face) => {
    if (face.status === 'loaded') used.add(faceKey(face.family, face.weight, face.unicodeRange))
  })
  const rules = [...document.styleSheets].flatMap((sheet) => [...rulesOf(sheet)])
  const texts = rules.map(async (rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return ''
    const { style } = rule
    const key = faceKey(
      style.getPropertyValue('font-family'),
      style.getPropertyValue('font-weight') || 'normal',
      style.getPropertyValue('unicode-range') || 'U+0-10FFFF',
    )
    const url = /url\("?([^"()]+)"?\)/.exec(style.getPropertyValue('src'))?.[1]
    if (!used.has(key) || !url) return ''
    const file = new URL(url, rule.parentStyleSheet?.href ?? location.href).href
    const data = await (known.get(file) ?? read(file, load))
    return withSource(rule.cssText, data)
  })
  return (await Promise.all(texts).catch(() => [])).join('\n')
}

function withSource(css: string, data: string): string {
  const start = css.indexOf('src:')
  const end = css.indexOf(';', start)
  return start < 0 || end < 0 ? css : `${css.slice(0, start)}src: url(${data})${css.slice(end)}`
}

function read(file: string, load: (url: string) => Promise<Blob>): Promise<string> {
  const data = load(file).then(dataUrlOf)
  known.set(file, data)
  data.catch(() => known.delete(file))
  return data
}

function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules
  } catch {
    // A style sheet of another origin can't be read.
    return []
  }
}

/** All styles of this page except fonts. */
export const styleText = (): string =>
  [...document.styleSheets]
    .flatMap((sheet) => [...rulesOf(sheet)])
    .filter((rule) => !(rule instanceof CSSFontFaceRule))
    .map((rule) => rule.cssText)
    .join('\n')

const faceKey = (family: string, weight: string, range: string) =>
  [
    family.replace(/["']/g, ''),
    weight === '400' ? 'normal' : weight,
    range.replace(/\s/g, '').toUpperCase(),
  ].join(' ')

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
