/**
 * What is typed between asking for a text box and its being there. It is meant for that box: nothing of it is lost, and
 * no letter is a command of the screen below.
 */
interface Typed {
  text: string
  /** Enter came after it; what follows that is meant for nobody. */
  entered: boolean
}
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>

/** What a key adds to what was typed before; undefined for keys that are not typing. */
export function typedWith({ text, entered }: Typed, press: Press): Typed | undefined {
  const { key, ctrlKey, metaKey, altKey } = press
  // With Alt Gr, which some browsers tell as Ctrl and Alt together, letters are letters.
  if (metaKey || ctrlKey !== altKey || press.isComposing) return undefined
  const letters = [...key]
  if (key === 'Enter') return { text, entered: true }
  if (entered) return letters.length === 1 ? { text, entered } : undefined
  if (key === 'Backspace') return { text: [...text].slice(0, -1).join(''), entered }
  return letters.length === 1 ? { text: text + key, entered } : undefined
}

let held: Typed | undefined
let giveUp = () => {}

function onKey(event: KeyboardEvent) {
  const next = held && typedWith(held, event)
  if (next) held = next
  else if (event.key === 'Escape') giveUp()
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** From now on keys are kept, until they are taken or dropped. Escape only calls `onEscape`. */
export function holdTyping(onEscape: () => void): void {
  giveUp = onEscape
  held ??= { text: '', entered: false }
  window.addEventListener('keydown', onKey, { capture: true })
}

/** Hands over what was kept, to whatever has the focus now. */
export function takeTyping(): Typed {
  const typed = held ?? { text: '', entered: false }
  dropTyping()
  return typed
}

export function dropTyping(): void {
  held = undefined
  window.removeEventListener('keydown', onKey, { capture: true })
}
