import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { dismiss, TOAST_MS, type Toast, type ToastKind, toasts } from '#lib/toasts.ts'
import { AWAY, type Box, freePlace, type ToastPlace } from './toast-place.ts'
import { toastRoom } from './toast-room.ts'
import styles from './toaster.module.css'

const isFailure = (kind: ToastKind) => kind === 'negative' || kind === 'warning'

/**
 * Toasts at the top, newest first. Hovering expands older ones below the newest, or above it at the bottom of the
 * window, so that its buttons stay under the pointer. Timers pause on hover, on focus and in hidden tabs.
 */
export function Toaster() {
  const { t } = useTranslation()
  const { showing } = useStore(toasts)
  const [held, setHeld] = useState(false)
  const hidden = useHiddenTab()
  const own = useRef<HTMLElement>(null)
  const place = usePlace(own, showing.at(-1)?.id)
  return (
    <section
      ref={own}
      className={styles.toaster}
      data-upwards={place?.upwards}
      style={place && styleOf(place)}
      aria-label={t('toast.region')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {showing.toReversed().map((toast) => (
        <ToastView key={toast.id} toast={toast} paused={held || hidden} />
      ))}
    </section>
  )
}

function ToastView({ toast, paused }: { toast: Toast; paused: boolean }) {
  const { t } = useTranslation()
  const failure = isFailure(toast.kind)
  const left = useRef(TOAST_MS)
  useEffect(() => {
    if (paused) return
    const started = performance.now()
    const timer = setTimeout(() => dismiss(toast.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - started
    }
  }, [paused, toast.id])
  return (
    <div className={styles.toast} data-kind={toast.kind} role={failure ? 'alert' : 'status'}>
      <Sign kind={toast.kind} />
      <div className={styles.words}>
        <strong className={styles.title}>{toast.title ?? t(failure ? 'toast.error' : 'toast.done')}</strong>
        {toast.message && <span className={styles.message}>{toast.message}</span>}
        {toast.undo && <Act toast={toast} text={t('toast.undo')} run={toast.undo} />}
        {toast.next && <Act toast={toast} {...toast.next} />}
      </div>
      <button
        type="button"
        className={styles.close}
        aria-label={t('toast.close')}
        onClick={() => dismiss(toast.id)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m4 4 8 8m0-8-8 8" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
      <span
        className={styles.progress}
        style={{ animationDuration: `${TOAST_MS}ms`, animationPlayState: paused ? 'paused' : 'running' }}
      />
    </div>
  )
}

function Act({ toast, text, run }: { toast: Toast; text: string; run: () => void }) {
  return (
    <button
      type="button"
      className={styles.undo}
      onClick={() => {
        dismiss(toast.id)
        run()
      }}
    >
      {text}
    </button>
  )
}

function Sign({ kind }: { kind: ToastKind }) {
  const path = isFailure(kind) ? 'M10 5.5v5m0 3v.01' : 'm6 10.2 2.8 2.8L14 7.5'
  return (
    <svg className={styles.sign} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

function useHiddenTab(): boolean {
  const [hidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const update = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return hidden
}

/** `newest`: the toast that was added last. */
function usePlace(
  own: RefObject<HTMLElement | null>,
  newest: Toast['id'] | undefined,
): ToastPlace | undefined {
  const [place, setPlace] = useState<ToastPlace>()
  useLayoutEffect(() => {
    if (newest === undefined) return
    const measure = () => {
      const section = own.current
      // The pointer or the focus is on a toast, which must not move away.
      if (!section?.matches(':hover, :focus-within')) setPlace(placeFor(section))
    }
    measure()
    const unsubscribe = toastRoom.subscribe(measure)
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      unsubscribe()
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [own, newest])
  return place
}

const styleOf = ({ top, left, width, upwards }: ToastPlace) =>
  upwards ? { bottom: AWAY, left, width } : { top, left, width }

const CONTROLS = 'a[href], button, input, select, textarea, [role="tab"], [role="slider"]'

function placeFor(section: HTMLElement | null): ToastPlace {
  const around = surroundings()
  // Behind an open dialog, nothing can be pressed.
  const pressable = around.top ?? document
  const controls = [...pressable.querySelectorAll(CONTROLS)]
    .filter((control) => !section?.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, bottom, top }) => width > 1 && bottom > 0 && top < around.height)
  return freePlace(around, controls, section?.firstElementChild?.getBoundingClientRect().height || undefined)
}

function surroundings() {
  const boxOf = (element: Element | null | undefined): Box | undefined => element?.getBoundingClientRect()
  const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1)
  return {
    top: dialog,
    width: document.documentElement.clientWidth,
    height: window.innerHeight,
    bar: boxOf(document.querySelector('[data-bar]')),
    gap: boxOf(document.querySelector('[data-bar-gap]')),
    bare: document.querySelector('main[data-bare]') !== null,
    dialog: boxOf(dialog),
    dialogHead: boxOf(dialog?.querySelector('header')),
  }
}
