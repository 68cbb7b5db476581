import { useEffect, useRef, useState } from 'react'
import styles from './preview.module.css'

/** A package is shown as a screen shows it, made smaller. Pixels. */
const SCREEN = { width: 1920, height: 1080 }
/** Milliseconds: a page that has loaded has not drawn yet. */
const DRAWING = 150

interface PackageFrameProps {
  src: string
  title: string
}

/**
 * A package's page, isolated from the console. When `src` changes, the old page stays until the next one is loaded.
 */
export function PackageFrame({ src, title }: PackageFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setScale(element.clientWidth / SCREEN.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const sources = shown === undefined || shown === src ? [src] : [shown, src]
  return (
    <div ref={box} className={styles.screen}>
      {scale > 0 &&
        sources.map((address) => (
          <iframe
            key={address}
            src={address}
            title={title}
            // Scripts only: an opaque origin, which reaches nothing here.
            sandbox="allow-scripts"
            referrerPolicy="no-referrer"
            style={{ ...SCREEN, transform: `scale(${scale})`, opacity: address === (shown ?? src) ? 1 : 0 }}
            onLoad={() => setTimeout(() => setShown(address), DRAWING)}
          />
        ))}
    </div>
  )
}
