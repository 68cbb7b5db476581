import { frameSources, isAllowed, webUrl } from '@vitrine/contract/sites/allowed-sites'
import type { Host } from '@vitrine/widgets/host'
import { type RefObject, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { builtInText } from '#lib/built-in-texts.ts'
import { OWN_STACK } from '#lib/fonts/stacks.ts'
import { mirrored } from '#lib/line.tsx'
import { Overlay } from '#lib/overlay.tsx'
import { PageContext } from '#lib/page.ts'
import { CODE_MIN, QrCode } from '#lib/qr/qr-code.tsx'
import { SURFACE } from '#lib/touchable.ts'
import { Blocked } from './blocked.tsx'

/** How long the question waits for an answer, in seconds. */
const ASKED_SECONDS = 20

interface Props {
  address: string
  title: string
  locale: string
  dir: Host['dir']
  /** The organization's allowed sites. */
  sites: readonly string[]
  onClose: () => void
}

/** A site over the whole page, with a bar to close it. */
export function OpenSite({ address, title, locale, dir, sites, onClose }: Props) {
  const { width, height } = useContext(PageContext)
  const bar = Math.max(48, Math.min(width, height) * 0.07)
  const [blocked, setBlocked] = useState(isAllowed(sites, address) ? undefined : address)
  const isBlocked = blocked !== undefined
  const { touches, touched, isAsked, ask } = useVisitor()
  const site = useRef<HTMLIFrameElement>(null)
  const stay = useCallback(() => {
    touched()
    site.current?.focus()
  }, [touched])
  return (
    <Overlay onClose={onClose} onIdle={isBlocked ? onClose : ask} touched={touches} dim>
      {isBlocked ? (
        <Blocked
          {...{ address, locale, width, left: 0, top: bar, height: height - bar }}
          host={webUrl(blocked)?.host ?? blocked}
        />
      ) : (
        <iframe
          ref={site}
          title={title}
          srcDoc={`<!doctype html><meta http-equiv="Content-Security-Policy" content="frame-src ${frameSources(sites)}"><style>html,body{margin:0;height:100%;overflow:hidden}iframe{border:0;width:100%;height:100%}</style>`}
          onLoad={() => openIn(site, address, setBlocked)}
          onPointerEnter={touched}
          // The idle time of the page starts when the site closes.
          data-visited=""
          style={{
            position: 'absolute',
            left: 0,
            top: bar,
            width,
            height: height - bar,
            border: 0,
            background: 'white',
          }}
        />
      )}
      {!isBlocked && <OnPhone address={address} locale={locale} dir={dir} bar={bar} />}
      <div style={{ position: 'absolute', left: 0, top: 0, width, height: bar, background: '#16191d' }}>
        <button
          type="button"
          onClick={onClose}
          style={{
            ...SURFACE,
            position: 'absolute',
            left: bar * 0.3,
            top: bar * 0.15,
            height: bar * 0.7,
            padding: `0 ${bar * 0.4}px`,
            border: 0,
            borderRadius: bar * 0.16,
            background: 'white',
            color: '#16191d',
            font: `600 ${bar * 0.32}px "IBM Plex Sans Variable", "IBM Plex Sans", "IBM Plex Sans Arabic", Arial, sans-serif`,
          }}
        >
          {builtInText(locale, 'close')}
        </button>
      </div>
      {isAsked && <StillThere locale={locale} dir={dir} onStay={stay} onClose={onClose} />}
    </Overlay>
  )
}

/**
 * Opens a site in a frame within ours, which only contains a policy: wherever redirects and links lead, the browser
 * opens allowed sites only, and reports the one it blocks. Otherwise a kiosk's browser would show its own error.
 */
function openIn(
  { current: outer }: RefObject<HTMLIFrameElement | null>,
  address: string,
  onBlocked: (address: string) => void,
): void {
  const page = outer?.contentDocument
  if (!outer || !page?.body || page.querySelector('iframe')) return
  page.addEventListener('securitypolicyviolation', ({ blockedURI }) => onBlocked(blockedURI))
  const frame = page.createElement('iframe')
  frame.title = outer.title
  frame.setAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin')
  frame.referrerPolicy = 'no-referrer'
  frame.src = address
  page.body.append(frame)
}

/** Of what happens in a foreign site, the page notices only a pointer that enters, and the first touch. */
function useVisitor() {
  const [touches, setTouches] = useState(0)
  const [isAsked, setAsked] = useState(false)
  const touched = useCallback(() => {
    setAsked(false)
    setTouches((before) => before + 1)
  }, [])
  useEffect(() => {
    const entered = () => document.activeElement?.tagName === 'IFRAME' && touched()
    window.addEventListener('blur', entered)
    return () => window.removeEventListener('blur', entered)
  }, [touched])
  return { touches, touched, isAsked, ask: useCallback(() => setAsked(true), []) }
}

interface StillThereProps {
  locale: string
  dir: Host['dir']
  onStay: () => void
  onClose: () => void
}

/** Asks over the whole page, so a touch anywhere and any key answer. */
function StillThere({ locale, dir, onStay, onClose }: StillThereProps) {
  const { width, height } = useContext(PageContext)
  const [seconds, setSeconds] = useState(ASKED_SECONDS)
  const cover = useRef<HTMLButtonElement>(null)
  const line = Math.min(width, height) * 0.05
  useEffect(() => {
    cover.current?.focus({ preventScroll: true })
    const timer = setInterval(() => setSeconds((before) => before - 1), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (seconds <= 0) onClose()
  }, [seconds, onClose])
  return (
    <button
      ref={cover}
      type="button"
      dir={dir}
      onClick={onStay}
      onKeyDown={onStay}
      style={{
        ...SURFACE,
        ...{ position: 'absolute', left: 0, top: 0, width, height, zIndex: 2, padding: line, border: 0 },
        ...{ background: 'rgba(7, 12, 22, .82)', color: '#eef0f3', textAlign: 'center' },
        font: `${line}px/1.4 ${OWN_STACK}`,
      }}
    >
      <strong style={{ display: 'block', fontSize: line * 1.6 }}>{builtInText(locale, 'stillThere')}</strong>
      {builtInText(locale, 'touchToStay', { n: seconds })}
    </button>
  )
}

interface OnPhoneProps {
  address: string
  locale: string
  dir: Host['dir']
  bar: number
}

/** A QR code that opens the shown page on a phone. */
function OnPhone({ address, locale, dir, bar }: OnPhoneProps) {
  const { width, height } = useContext(PageContext)
  const side = Math.max(CODE_MIN, Math.min(width, height) * 0.14)
  const gap = side * 0.1
  const line = side * 0.1
  const box = { width: side + 2 * gap, height: side + 2 * gap + line * 2.6 }
  const left = mirrored(dir, width)(width - box.width - gap, box.width)
  return (
    <div
      style={{
        ...{ position: 'absolute', left, top: Math.max(bar, height - box.height - gap), ...box },
        ...{ zIndex: 1, background: 'white', color: '#16191d', borderRadius: gap },
        boxShadow: '0 2px 12px rgba(0, 0, 0, .35)',
      }}
    >
      <QrCode text={address} left={gap} top={gap} size={side} />
      <div
        style={{
          ...{ position: 'absolute', left: gap, top: side + 1.3 * gap, width: side, textAlign: 'center' },
          font: `500 ${line}px/1.25 ${OWN_STACK}`,
        }}
      >
        {builtInText(locale, 'siteOnPhone')}
      </div>
    </div>
  )
}
