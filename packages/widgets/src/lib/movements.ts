import type { Frame, Movement } from '@vitrine/contract/document/frame'
import type { Host } from '@vitrine/widgets/host'
import { type RefObject, useLayoutEffect } from 'react'
import { wantsLessMotion } from './less-motion.ts'

type Moving = Pick<Host, 'mode' | 'motion' | 'fullMotion'>

/** Milliseconds. */
const ENTER = 600
const CHANGE = 400
const EASING = 'cubic-bezier(0.2, 0.7, 0.2, 1)'

/** Where a movement starts, before the transform that an element has anyway. */
const FROM: Record<Movement, string> = {
  fade: '',
  slide: 'translateY(12%)',
  zoom: 'scale(0.85)',
}

interface Rest {
  rotation?: number | undefined
  /** Percent. */
  opacity?: number | undefined
}

/** From a movement's start to an element at rest. */
export function movementTo(movement: Movement, { rotation = 0, opacity = 100 }: Rest): Keyframe[] {
  const turned = rotation === 0 ? '' : `rotate(${rotation}deg)`
  const start = [turned, FROM[movement]].filter(Boolean).join(' ')
  return [
    { opacity: 0, transform: start || 'none' },
    { opacity: opacity / 100, transform: turned || 'none' },
  ]
}

/** Whether anything moves: not in designs and pictures, and not for people who asked for less motion. */
const moves = ({ mode, motion, fullMotion }: Moving): boolean =>
  motion && mode !== 'design' && !wantsLessMotion({ fullMotion })

/**
 * Moves an element in when its page starts. It is drawn at rest, and only an animation hides it until its turn: where
 * none runs, it is there.
 */
export function useEntrance(
  element: RefObject<HTMLElement | null>,
  { enter, enterDelay = 0, rotation, opacity }: Frame,
  { mode, motion, fullMotion }: Moving,
): void {
  useLayoutEffect(() => {
    if (!enter || !moves({ mode, motion, fullMotion })) return
    const animation = element.current?.animate?.(movementTo(enter, { rotation, opacity }), {
      duration: ENTER,
      delay: enterDelay * 1000,
      easing: EASING,
      fill: 'backwards',
    })
    return () => animation?.cancel()
  }, [element, enter, enterDelay, rotation, opacity, mode, motion, fullMotion])
}

/** Moves an element's content in whenever its text changes. */
export function useChange(
  element: RefObject<HTMLElement | null>,
  change: Movement | undefined,
  { mode, motion, fullMotion }: Moving,
): void {
  useLayoutEffect(() => {
    const { current } = element
    if (!change || !current || !moves({ mode, motion, fullMotion })) return
    let text = current.textContent
    let animation: Animation | undefined
    const observer = new MutationObserver(() => {
      if (current.textContent === text) return
      text = current.textContent
      animation?.cancel()
      animation = current.animate?.(movementTo(change, {}), { duration: CHANGE, easing: EASING })
    })
    observer.observe(current, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      animation?.cancel()
    }
  }, [element, change, mode, motion, fullMotion])
}
