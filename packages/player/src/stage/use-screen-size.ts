import { useEffect, useState } from 'react'

const sizeNow = () => ({ width: window.innerWidth, height: window.innerHeight })

/** The window in CSS pixels. */
export function useScreenSize() {
  const [size, setSize] = useState(sizeNow)
  useEffect(() => {
    const changed = () => setSize(sizeNow())
    window.addEventListener('resize', changed)
    return () => window.removeEventListener('resize', changed)
  }, [])
  return size
}
