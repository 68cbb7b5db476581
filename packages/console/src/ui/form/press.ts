import { type ComponentProps, type MouseEvent, useRef } from 'react'

/** What is pressed rather than typed into. */
const PRESSED = 'button, label, input[type="radio"], input[type="checkbox"]'

/**
 * For a form: pressing something in it leaves the focus where it is until the click has happened. Otherwise the message
 * that leaving a field brings would move what is pressed away from under the pointer, and the click would be lost.
 */
export function usePress(): Pick<ComponentProps<'form'>, 'onMouseDown' | 'onClickCapture' | 'onClick'> {
  const before = useRef<Element>(null)
  const follow = ({ target }: MouseEvent, isMeant: (pressed: Element) => boolean) => {
    const pressed = target instanceof Element ? target.closest(PRESSED) : null
    if (!pressed || !isMeant(pressed)) return
    const stayed = before.current !== null && before.current === document.activeElement
    before.current = null
    const control = pressed instanceof HTMLLabelElement ? pressed.control : pressed
    if (stayed && control instanceof HTMLElement && control.isConnected)
      control.focus({ preventScroll: true })
  }
  return {
    onMouseDown(event: MouseEvent<HTMLFormElement>) {
      before.current = null
      const { target } = event
      // Dialogs that belong to the form, and stand elsewhere on the page, look after themselves.
      if (event.defaultPrevented || !(target instanceof Element) || !event.currentTarget.contains(target))
        return
      if (!target.closest(PRESSED)) return
      event.preventDefault()
      before.current = document.activeElement
    },
    // Before a button does its work: a field that is left afterwards would put back what was typed in it.
    onClickCapture: (event) => follow(event, (pressed) => pressed instanceof HTMLButtonElement),
    // A choice is taken only if nothing re-renders before.
    onClick: (event) => follow(event, () => true),
  }
}
