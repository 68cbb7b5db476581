import { type RefObject, useEffect, useState } from 'react'

/** Whether an element has ever been in view, or the page was printed. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (!watched || seen) return
    const sight = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    sight.observe(watched)
    const show = () => setSeen(true)
    addEventListener('beforeprint', show)
    return () => {
      sight.disconnect()
      removeEventListener('beforeprint', show)
    }
  }, [element, seen])
  return seen
}
