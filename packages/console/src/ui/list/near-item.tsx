import { type ComponentProps, useEffect, useRef, useState } from 'react'

/** How far from what is seen items are drawn: fast scrolling and the Tab key find them there. */
const NEAR = '1500px 0px'

const receivers = new WeakMap<Element, (entry: IntersectionObserverEntry) => void>()
let sight: IntersectionObserver | undefined

function watch(item: Element, onEntry: (entry: IntersectionObserverEntry) => void): () => void {
  sight ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) receivers.get(entry.target)?.(entry)
    },
    { rootMargin: NEAR },
  )
  receivers.set(item, onEntry)
  sight.observe(item)
  return () => sight?.unobserve(item)
}

/** An item of a long list. Far from what is seen, only its place remains: thousands of drawn items slow everything down. */
export function NearItem({ children, ...attributes }: ComponentProps<'li'>) {
  const item = useRef<HTMLLIElement>(null)
  /** Pixels of the place; undefined while the item is drawn. */
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const { current } = item
    if (!current) return
    return watch(current, ({ isIntersecting, boundingClientRect }) => {
      const isNear = isIntersecting || current.contains(document.activeElement)
      setHeight((known) => (isNear ? undefined : (known ?? boundingClientRect.height)))
    })
  }, [])
  return (
    <li ref={item} {...attributes} style={height === undefined ? undefined : { blockSize: height }}>
      {height === undefined && children}
    </li>
  )
}
