import type { ScreenFacts } from '@vitrine/contract/player'

declare const PLAYER_VERSION: string
export const playerVersion = PLAYER_VERSION

/** What this screen says of itself. */
export function screenFacts(storage: ScreenFacts['storage']): ScreenFacts {
  const ratio = window.devicePixelRatio || 1
  return {
    width: Math.round(window.innerWidth * ratio),
    height: Math.round(window.innerHeight * ratio),
    userAgent: navigator.userAgent.slice(0, 500),
    playerVersion,
    storage,
    touch: navigator.maxTouchPoints > 0,
  }
}
