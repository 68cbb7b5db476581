export interface Coordinates {
  latitude: number
  longitude: number
}

const PATTERN = /^([-+]?\d{1,3}(?:\.\d+)?)(?: ([NS]))? ([-+]?\d{1,3}(?:\.\d+)?)(?: ([EW]))?$/

/**
 * Parses decimal degrees as map apps copy them, latitude first: `48.2082, 16.3738`, `48.2082° N, 16.3738° E`. Undefined
 * for anything else.
 */
export function readCoordinates(text: string): Coordinates | undefined {
  const parts = text
    .toUpperCase()
    .replaceAll('°', ' ')
    .replaceAll(/[NSEW]/g, ' $& ')
    .split(/[\s,;]+/)
  const plain = parts.filter(Boolean).join(' ')
  const [, north, ofNorth, east, ofEast] = PATTERN.exec(plain) ?? []
  const latitude = Number(north) * (ofNorth === 'S' ? -1 : 1)
  const longitude = Number(east) * (ofEast === 'W' ? -1 : 1)
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** Rounds to five decimals, which is about a meter. */
export const coordinatesText = ({ latitude, longitude }: Coordinates): string =>
  [latitude, longitude].map((degrees) => Number(degrees.toFixed(5))).join(', ')
