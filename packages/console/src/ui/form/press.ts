import { type ComponentProps, type MouseEvent, useRef } from 'react'

/** What is pressed rather than typed into. */
const PRESSED = 'button, label, input[type="radio"], input[type="checkbox"]'

/**
 * For a form: pressing something in it leaves the focus where it is until the click has happened. Otherwise the message
 * that leaving a field brings would move what is pressed away from under the pointer, and the click would be lost.
 */
export function usePress(): Pick<ComponentProps<'form'>, 'onMouseDown' | 'onClickCapture'> {
  const before = useRef<Element>(null)
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
    // Before what is pressed does its work: a field that is left afterwards would put back what was typed in it.
    onClickCapture({ target }: MouseEvent<HTMLFormElement>) {
      const stayed = before.current !== null && before.current === document.activeElement
      before.current = null
      if (!stayed || !(target instanceof Element)) return
      const pressed = target.closest(PRESSED)
      const control = pressed instanceof HTMLLabelElement ? pressed.control : pressed
      if (control instanceof HTMLElement && control.isConnected) control.focus({ preventScroll: true })
    },
  }
}
