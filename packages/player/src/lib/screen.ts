import type { ScreenConfiguration } from '@vitrine/contract/api/screens/manifest'
import type { Heartbeat, ScreenFacts } from '@vitrine/contract/api/screens/screen-report'

declare const PLAYER_VERSION: string
export const playerVersion = PLAYER_VERSION

/** Degrees clockwise by which the picture is turned for a screen mounted on its side or upside down. */
export type Turn = ScreenConfiguration['orientation']

export const isSideways = (turn: Turn): boolean => turn === 90 || turn === 270

/** What `decodable` and the helper of the machine have found out. */
export const detectedFacts: Pick<ScreenFacts, 'decodes' | 'panel'> = {}
export const machineFacts: Pick<Heartbeat, 'machine'> = {}

/** This screen's description of itself, in its mounted orientation. */
export function screenFacts(storage: ScreenFacts['storage'], turn: Turn = 0): ScreenFacts {
  const ratio = window.devicePixelRatio || 1
  const sides = [Math.round(window.innerWidth * ratio), Math.round(window.innerHeight * ratio)] as const
  const [width, height] = isSideways(turn) ? [sides[1], sides[0]] : sides
  return {
    width,
    height,
    userAgent: navigator.userAgent.slice(0, 500),
    playerVersion,
    storage,
    address: window.location?.origin,
    touch: navigator.maxTouchPoints > 0,
    ...detectedFacts,
  }
}
