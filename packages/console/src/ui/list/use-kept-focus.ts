import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'

const TAKES_FOCUS = 'a, button, input'

const thingsOf = (place: Element) => [...place.querySelectorAll<HTMLElement>(TAKES_FOCUS)]
const placesIn = (list: Element) => [...list.querySelectorAll<HTMLElement>('[data-key]')]

interface Heard {
  target: Element
}

/**
 * For lists whose items move or go below the focus: the focus goes after its item, to the same thing in it, and to what
 * stands in its place when the item has gone. Where that thing cannot be used it takes the last one that can, and the
 * list itself where nothing is left. Places carry `data-key`; what is answered hears of the focus within `frame`.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>, items: readonly unknown[]) {
  const focused = useRef<{ key: string | undefined; at: number; thing: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list is the trigger; nothing else moves the focused item
  useLayoutEffect(() => {
    const { current } = focused
    const { current: list } = frame
    const { activeElement } = document
    if (!current || !list) return
    // Its place may have gone from below it, which nothing tells.
    const isLost = activeElement === document.body
    if (!isLost && !list.contains(activeElement)) return
    const places = placesIn(list)
    const own = places.find(({ dataset }) => dataset.key === current.key)
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
      // A window that loses the focus keeps its place in it.
      onBlur: ({ target }: Heard) => {
        if (document.activeElement !== target) focused.current = undefined
      },
    }),
    [frame],
  )
}
