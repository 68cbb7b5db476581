/** The properties that decide where letters are. */
const SAME = [
  'direction',
  'fontFamily',
  'fontFeatureSettings',
  'fontSize',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'overflowWrap',
  'textAlign',
  'textRendering',
  'textTransform',
  'unicodeBidi',
  'whiteSpace',
] as const

/** The element that draws a text in a widget's box. */
export function lettersIn(box: Element, text: string): HTMLElement | undefined {
  for (const element of box.querySelectorAll<HTMLElement>('[dir="auto"]'))
    if (element.textContent === text) return element
  return undefined
}

/** Where an element is in its widget's box, in layout pixels, whatever is turned or scaled around it. */
function placeIn(box: Element, element: HTMLElement): { left: number; top: number } {
  const place = { left: 0, top: 0 }
  for (let at: Element | null = element; at instanceof HTMLElement && at !== box; at = at.offsetParent) {
    const parent: Element | null = at.offsetParent
    const isOuter = parent !== box && parent instanceof HTMLElement
    place.left += at.offsetLeft + (isOuter ? parent.clientLeft : 0)
    place.top += at.offsetTop + (isOuter ? parent.clientTop : 0)
  }
  return place
}

/** Lays `field` over drawn letters: its own are transparent, and are where the drawn ones are. */
export function layOver(field: HTMLElement, box: Element, letters: HTMLElement): void {
  const drawn = getComputedStyle(letters)
  const { style } = field
  for (const name of SAME) style[name] = drawn[name]
  // As a factor: larger pieces have higher lines.
  const factor = Number.parseFloat(drawn.lineHeight) / Number.parseFloat(drawn.fontSize)
  if (factor > 0) style.lineHeight = String(factor)
  const { left, top } = placeIn(box, letters)
  style.left = `${left}px`
  style.top = `${top}px`
  style.width = `${letters.offsetWidth}px`
  style.minHeight = `${letters.offsetHeight}px`
  style.caretColor = drawn.color
}

/**
 * The text of a field, or of a part of it: elements that the browser adds for line breaks are line breaks, except the one that
 * shows the last line.
 */
export function textOf(field: Node): string {
  let text = ''
  const walk = (node: Node): void => {
    if (node instanceof Text) text += node.data
    else if (node instanceof HTMLBRElement) text += 'end' in node.dataset ? '' : '\n'
    else {
      if (node instanceof HTMLDivElement && node !== field && text !== '' && !text.endsWith('\n'))
        text += '\n'
      node.childNodes.forEach(walk)
    }
  }
  walk(field)
  return text
}
