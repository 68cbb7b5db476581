import type { PairingSign } from '@vitrine/contract/player'

const SHAPES: Record<PairingSign['shape'], string> = {
  circle: 'M50 5a45 45 0 1 0 0 90a45 45 0 1 0 0-90Z',
  triangle: 'M50 8 96 90H4Z',
  square: 'M10 10h80v80H10Z',
  star: 'M50 4 61.8 37.6 97.6 38.5 69 60.2 79.4 94.5 50 74.2 20.6 94.5 31 60.2 2.4 38.5 38.2 37.6Z',
  diamond: 'M50 3 94 50 50 97 6 50Z',
  hexagon: 'M50 4 90 27v46L50 96 10 73V27Z',
}
const COLOURS: Record<PairingSign['colour'], string> = {
  blue: '#639ff7',
  orange: '#ff9d4d',
  green: '#59d38c',
  pink: '#ff8ac2',
  yellow: '#f5d04e',
  violet: '#b18cff',
}

/** The sign that the console shows beside the same code. */
export function Sign({ sign: { shape, colour } }: { sign: PairingSign }) {
  return (
    <svg className="sign" viewBox="0 0 100 100" role="img" aria-label={`${colour} ${shape}`}>
      <path d={SHAPES[shape]} fill={COLOURS[colour]} />
    </svg>
  )
}
