import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'

const TAKES_FOCUS = 'a, button, input'

const thingsOf = (place: Element) => [...place.querySelectorAll<HTMLElement>(TAKES_FOCUS)]
const placesIn = (list: Element) => [...list.querySelectorAll<HTMLElement>('[data-key]')]

interface Heard {
  target: Element
}

/**
 * Keeps the focus in lists whose items move or disappear: it follows its item, to the same control; if the item is
 * removed, to its successor. If that control is disabled, the last enabled one gets the focus; if the list is empty,
 * the list itself. Items have `data-key`; the returned handlers track the focus within `frame`.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>, items: readonly unknown[]) {
  const focused = useRef<{ key: string | undefined; at: number; thing: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list is the trigger; nothing else moves the focused item
  useLayoutEffect(() => {
    const { current } = focused
    const { current: list } = frame
    const { activeElement } = document
    if (!current || !list) return
    // The focused element may have been removed, which fires no event.
    const isLost = activeElement === document.body
    if (!isLost && !list.contains(activeElement)) return
    const places = placesIn(list)
    const own = places.find(({ dataset }) => dataset.key === current.key)
    // A button inserted before it must not take the focus.
    const still = own && activeElement ? thingsOf(own).indexOf(activeElement as HTMLElement) : -1
    if (still >= 0 && !activeElement?.matches(':disabled')) {
      current.thing = still
      return
    }
    const place = own ?? (isLost ? places[Math.min(current.at, places.length - 1)] : undefined)
    const things = place ? thingsOf(place) : []
    const usable = things.filter((thing) => !thing.matches(':disabled'))
    const same = things[current.thing]
    const next = same && usable.includes(same) ? same : usable.at(-1)
    if (next ? next !== activeElement : isLost) (next ?? list).focus({ preventScroll: true })
  }, [items])
  return useMemo(
    () => ({
      onFocus: ({ target }: Heard) => {
        const place = target.closest<HTMLElement>('[data-key]')
        const thing = place ? thingsOf(place).indexOf(target as HTMLElement) : -1
        const at = place && frame.current ? placesIn(frame.current).indexOf(place) : -1
        focused.current = place && thing >= 0 ? { key: place.dataset.key, at, thing } : undefined
      },
      // Keep the place when the window itself loses the focus.
      onBlur: ({ target }: Heard) => {
        if (document.activeElement !== target) focused.current = undefined
      },
    }),
    [frame],
  )
}
