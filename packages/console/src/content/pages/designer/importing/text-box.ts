import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import { fontStyle } from '@vitrine/widgets/font-stacks'
import { fontSetsOf, loadFonts } from '@vitrine/widgets/load-fonts'

/** Makes the browser know these fonts, and load the files of these letters. */
export async function loadLetters(texts: readonly { font: FontSettings; text: string }[], locale: string) {
  const sets = new Set(texts.flatMap(({ font, text }) => fontSetsOf(text, locale, [font.font])))
  await Promise.all([...sets].map(loadFonts))
  const stage = document.createElement('div')
  stage.style.cssText = HIDDEN
  stage.append(...texts.map(({ font, text }) => lineOf(font, text)))
  document.body.append(stage)
  // Reading its size makes the browser ask for the files.
  stage.getBoundingClientRect()
  await document.fonts.ready
  stage.remove()
}

const HIDDEN =
  'position:fixed;left:0;top:0;visibility:hidden;white-space:pre;text-rendering:geometricPrecision'

function lineOf(font: FontSettings, text: string): HTMLElement {
  const line = document.createElement('div')
  Object.assign(line.style, fontStyle(font))
  line.style.fontSize = `${font.size}px`
  line.style.lineHeight = String((font.lineHeight ?? 130) / 100)
  line.style.inlineSize = 'max-content'
  line.textContent = text
  return line
}

/** How wide lines are drawn by text widgets, and where the first baseline is below their top, in page pixels. */
export function measure(font: FontSettings, text: string): { width: number; baseline: number } {
  const stage = document.createElement('div')
  stage.style.cssText = HIDDEN
  const line = lineOf(font, text)
  const mark = document.createElement('span')
  mark.style.cssText = 'display:inline-block;inline-size:0;block-size:0'
  line.prepend(mark)
  stage.append(line)
  document.body.append(stage)
  const { top, width } = line.getBoundingClientRect()
  const baseline = mark.getBoundingClientRect().bottom - top
  stage.remove()
  return { width, baseline }
}
