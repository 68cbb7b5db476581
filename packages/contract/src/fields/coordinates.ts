export interface Coordinates {
  latitude: number
  longitude: number
}

const NUMBER = String.raw`([-+]?\d{1,3}(?:\.\d+)?)\s*°?\s*`
const PATTERN = new RegExp(`^${NUMBER}([NS]?)[\\s,;]+${NUMBER}([EW]?)$`, 'i')

/**
 * Decimal degrees as map programs copy them, latitude first: `48.2082, 16.3738`, `48.2082° N, 16.3738° E`. Undefined for
 * anything else.
 */
export function readCoordinates(text: string): Coordinates | undefined {
  const [, north = '', ofNorth = '', east = '', ofEast = ''] = PATTERN.exec(text.trim()) ?? []
  if (!north) return undefined
  const latitude = Number(north) * (/s/i.test(ofNorth) ? -1 : 1)
  const longitude = Number(east) * (/w/i.test(ofEast) ? -1 : 1)
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** To a meter, which is five decimals. */
export const coordinatesText = ({ latitude, longitude }: Coordinates): string =>
  [latitude, longitude].map((degrees) => Number(degrees.toFixed(5))).join(', ')
