import type { PairingSign } from '@vitrine/contract/api/screens/screen-report'
import { SHAPE_OUTLINES, SIGN_COLORS } from '@vitrine/contract/player/pairing'

/** The sign that the console shows beside the same code. */
export function Sign({ sign: { shape, colour } }: { sign: PairingSign }) {
  return (
    <svg className="sign" viewBox="0 0 100 100" role="img" aria-label={`${colour} ${shape}`}>
      <path d={SHAPE_OUTLINES[shape]} fill={SIGN_COLORS[colour]} />
    </svg>
  )
}
