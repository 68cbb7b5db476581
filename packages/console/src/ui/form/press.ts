import { type ComponentProps, type MouseEvent, useRef } from 'react'

/** Controls that are clicked rather than typed into. */
const PRESSED = 'button, label, input[type="radio"], input[type="checkbox"]'

/**
 * Keeps the focus in a form until a click is complete: the error shown on blur would move the button away from the
 * pointer, and the click would be lost.
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
      // Dialogs inside the form, rendered in portals, handle this themselves.
      if (event.defaultPrevented || !(target instanceof Element) || !event.currentTarget.contains(target))
        return
      if (!target.closest(PRESSED)) return
      event.preventDefault()
      before.current = document.activeElement
    },
    // Blur before the button acts: a later blur would restore the field's input.
    onClickCapture: (event) => follow(event, (pressed) => pressed instanceof HTMLButtonElement),
    // A radio or checkbox only changes if nothing re-renders before the click.
    onClick: (event) => follow(event, () => true),
  }
}
