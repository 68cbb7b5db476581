import type { ScreenConfiguration } from '@vitrine/contract/api/playback/manifest'
import type { Heartbeat, ScreenFacts } from '@vitrine/contract/api/screens/screen-report'

declare const PLAYER_VERSION: string
export const playerVersion = PLAYER_VERSION

/** Degrees clockwise by which the picture is rotated for the mounted screen. */
export type Turn = ScreenConfiguration['orientation']

export const isSideways = (turn: Turn): boolean => turn === 90 || turn === 270

/** Facts detected by `decodable` and by the machine's helper. */
export const detectedFacts: Pick<ScreenFacts, 'decodes' | 'panel'> = {}
export const machineFacts: Pick<Heartbeat, 'machine'> = {}

/** This screen's description, in its mounted orientation. */
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
