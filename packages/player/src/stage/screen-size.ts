import { createContext, useContext, useEffect, useState } from 'react'

interface Size {
  width: number
  height: number
}

const sizeNow = (): Size => ({ width: window.innerWidth, height: window.innerHeight })

/** The window's size in CSS pixels. */
export function useWindowSize(): Size {
  const [size, setSize] = useState(sizeNow)
  useEffect(() => {
    const changed = () => setSize(sizeNow())
    window.addEventListener('resize', changed)
    return () => window.removeEventListener('resize', changed)
  }, [])
  return size
}

/** The area for pages in CSS pixels: the window, rotated as mounted. */
export const ScreenSize = createContext<Size>({ width: 0, height: 0 })
export const useScreenSize = (): Size => useContext(ScreenSize)
