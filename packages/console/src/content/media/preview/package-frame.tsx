import { useEffect, useRef, useState } from 'react'
import styles from './preview.module.css'

/** The viewport of the preview, scaled down. In pixels. */
const SCREEN = { width: 1920, height: 1080 }
/** Time to paint after the load event, in milliseconds. */
const DRAWING = 150

interface PackageFrameProps {
  src: string
  title: string
}

/** A package's page in a sandbox. When `src` changes, the old page stays visible until the new one has loaded. */
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
            // Scripts only: an opaque origin has no access to the console.
            sandbox="allow-scripts"
            referrerPolicy="no-referrer"
            style={{ ...SCREEN, transform: `scale(${scale})`, opacity: address === (shown ?? src) ? 1 : 0 }}
            onLoad={() => setTimeout(() => setShown(address), DRAWING)}
          />
        ))}
    </div>
  )
}
