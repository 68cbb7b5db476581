import { type ComponentProps, type MouseEvent, useRef } from 'react'

/** Elements that are pressed rather than typed into. */
const PRESSED = 'button, label, input[type="radio"], input[type="checkbox"]'

/**
 * For a form: keeps the focus during a press until the click has happened. Otherwise the error message shown on blur
 * would move the pressed element away from the pointer, and the click would be lost.
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
      // Dialogs of the form, rendered elsewhere on the page, handle this themselves.
      if (event.defaultPrevented || !(target instanceof Element) || !event.currentTarget.contains(target))
        return
      if (!target.closest(PRESSED)) return
      event.preventDefault()
      before.current = document.activeElement
    },
    // Blur before the button acts: a field that is left afterwards would restore its input.
    onClickCapture: (event) => follow(event, (pressed) => pressed instanceof HTMLButtonElement),
    // A choice is taken only if nothing re-renders before.
    onClick: (event) => follow(event, () => true),
  }
}
