import { useEffect, useRef } from 'react'
import { createStore } from 'zustand/vanilla'
import { STORED, storage } from '#lib/browser/storage.ts'

/** Single-letter shortcuts can be turned off, for users of speech input (WCAG 2.1.4). */
export const shortcutsOn = createStore(() => ({ on: storage.get(STORED.shortcuts) !== 'off' }))

export function setShortcutsOn(on: boolean): void {
  storage.set(STORED.shortcuts, on ? null : 'off')
  shortcutsOn.setState({ on })
}

interface Binding {
  /** `c`, `/`, `?`, or a sequence of two: `g d`. */
  keys: string
  /** Active only while a dialog is open. */
  inDialog: boolean
  run: () => void
}

/** Newest first: the innermost screen takes precedence. */
const bindings: Binding[] = []
/** Timeout between the two keys of a sequence. */
const PATIENCE_MS = 1200

/** Runs on a shortcut while mounted. Ignored while the user types, and with Ctrl, Alt or ⌘. */
export function useShortcut(
  keys: string,
  run: (() => void) | undefined,
  { inDialog = false }: { inDialog?: boolean } = {},
): void {
  const latest = useRef(run)
  latest.current = run
  const works = run !== undefined
  useEffect(() => {
    if (!works) return
    const binding = { keys, inDialog, run: () => latest.current?.() }
    bindings.unshift(binding)
    return () => void bindings.splice(bindings.indexOf(binding), 1)
  }, [keys, inDialog, works])
}

type Press = Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

/** Keys that move through a list, which repeat while held. */
const WALKS = /^Key[JK]$/

/**
 * The shortcut of a key press, by physical key, which also works on an Arabic layout; undefined for other keys. Key
 * repeat is ignored: it must not trigger something in what the first press opened.
 */
export function keyOf({ code, key, shiftKey, ctrlKey, metaKey, altKey, repeat }: Press): string | undefined {
  if (ctrlKey || metaKey || altKey || (repeat && !WALKS.test(code))) return undefined
  if (key === '?' || (code === 'Slash' && shiftKey)) return '?'
  if (key === '/') return '/'
  return shiftKey ? undefined : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
}

/** Matches key sequences to shortcuts. */
export function createSequence(patienceMs = PATIENCE_MS) {
  let first: { key: string; at: number } | undefined
  return function press<B extends { keys: string }>(
    key: string,
    at: number,
    known: readonly B[],
  ): B | undefined {
    const before = first && at - first.at < patienceMs ? `${first.key} ` : ''
    first = undefined
    const found = known.find(({ keys }) => keys === before + key) ?? known.find(({ keys }) => keys === key)
    if (!found && known.some(({ keys }) => keys.startsWith(`${key} `))) first = { key, at }
    return found
  }
}

const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]'
/** Whether keys are text input here. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPING) !== null

const DIALOG = '[role="dialog"], [role="alertdialog"], dialog[open]'
export const isDialogOpen = (): boolean => document.querySelector(DIALOG) !== null

/** Listens for the registered shortcuts; returns a function that stops it. */
export function listenForShortcuts(): () => void {
  const press = createSequence()
  const onKey = (event: KeyboardEvent) => {
    const key = keyOf(event)
    if (!key || event.defaultPrevented || event.isComposing || !shortcutsOn.getState().on) return
    if (isTyping(event.target)) return
    const inDialog = isDialogOpen()
    const found = press(
      key,
      event.timeStamp,
      bindings.filter((binding) => binding.inDialog === inDialog),
    )
    if (!found) return
    event.preventDefault()
    found.run()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}
