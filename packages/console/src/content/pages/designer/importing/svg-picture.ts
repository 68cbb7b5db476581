import type { Rect } from '#content/pages/designer/geometry/rect.ts'
import { newId } from '#lib/browser/new-id.ts'

const SVG = 'http://www.w3.org/2000/svg'
/** Elements that others refer to. */
const SHARED = 'defs, linearGradient, radialGradient, pattern, clipPath, mask, marker, filter, symbol'

/**
 * A part of a drawing as a drawing in its own file: the rest is removed, what it needs stays. `area` is in the pixels of
 * the shown root.
 */
export function pictureOf(root: SVGSVGElement, styles: string, part: Element, area: Rect): File {
  part.setAttribute('data-part', '')
  const copy = root.cloneNode(true) as SVGSVGElement
  part.removeAttribute('data-part')
  const own = copy.querySelector('[data-part]') ?? copy
  own.removeAttribute('data-part')
  const kept = new Set<Element>()
  for (let one: Element | null = own; one; one = one.parentElement) kept.add(one)
  for (const element of [...copy.querySelectorAll('*')])
    if (
      !kept.has(element) &&
      !own.contains(element) &&
      !element.closest(SHARED) &&
      !element.querySelector(SHARED)
    )
      element.remove()
      // Opacity is the widget's.
  ;(own as SVGElement).style.opacity = '1'
  const { width, height } = root.getBoundingClientRect()
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const outer = document.createElementNS(SVG, 'svg')
  outer.setAttribute('viewBox', `${area.x} ${area.y} ${area.width} ${area.height}`)
  outer.setAttribute('width', String(area.width))
  outer.setAttribute('height', String(area.height))
  if (styles !== '') {
    const style = document.createElementNS(SVG, 'style')
    style.textContent = styles
    outer.append(style)
  }
  outer.append(copy)
  const text = new XMLSerializer().serializeToString(outer)
  return new File([text], `drawing ${newId().slice(-4)}.svg`, { type: 'image/svg+xml' })
}

/** A picture that a drawing contains; undefined for one that can't be read. */
export async function embeddedPicture(address: string): Promise<File | undefined> {
  const comma = address.indexOf(',')
  const [head, data] = [address.slice(0, Math.max(0, comma)), address.slice(comma + 1)]
  const type = /^data:(image\/[a-z+]+)/i.exec(head)?.[1]
  if (!type || data === '') return undefined
  try {
    const bytes = /;base64$/i.test(head)
      ? Uint8Array.from(atob(data.replace(/\s/g, '')), (letter) => letter.charCodeAt(0))
      : new TextEncoder().encode(decodeURIComponent(data))
    const name = `drawing ${newId().slice(-4)}.${type.replace(/^image\/|\+xml$/g, '').replace('jpeg', 'jpg')}`
    return new File([bytes], name, { type })
  } catch {
    return undefined
  }
}
