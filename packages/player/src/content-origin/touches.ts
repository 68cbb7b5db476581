const BUTTONS = 'button, a[href], input, select, textarea, summary, [role=button], [role=link], [aria-label]'
const LABEL_MAX = 60

const watched = new WeakSet<Document>()

/**
 * Calls `touched` for every touch in this origin's packages, with the text of the touched control; '' for the rest of
 * a page. Call it again to follow documents that packages open later.
 */
export function watchTouches(touched: (path: string, label: string) => void): void {
  for (let index = 0; index < parent.length; index++) {
    const frame = parent[index]
    try {
      if (frame && frame !== self && frame.location.pathname.startsWith('/p/')) watch(frame, touched)
    } catch {
      // A frame of another origin.
    }
  }
}

function watch(frame: Window, touched: (path: string, label: string) => void): void {
  const { document, location } = frame
  if (watched.has(document)) return
  watched.add(document)
  const onClick = ({ isTrusted, target }: Event) => {
    if (isTrusted) touched(location.pathname, labelOf(target as Element | null))
  }
  // In the capture phase, before the page's own listeners can stop it.
  frame.addEventListener('click', onClick, true)
}

/** Never includes typed text. */
function labelOf(target: Element | null): string {
  const button = target?.closest?.(BUTTONS)
  if (!button) return ''
  const of = (name: string) => button.getAttribute(name)
  const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(button.tagName)
  const words =
    of('aria-label') || (isField ? of('placeholder') || of('name') : button.textContent) || of('title')
  return (words || button.tagName.toLowerCase()).replace(/\s+/g, ' ').trim().slice(0, LABEL_MAX)
}
