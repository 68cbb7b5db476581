export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Where CSS begins and ends a linear gradient of an angle in degrees: 0 upwards, 90 to the right. */
export function cssGradientLine(angle: number, { x, y, width, height }: Area) {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  const half = (Math.abs(width * sin) + Math.abs(height * cos)) / 2
  const [cx, cy] = [x + width / 2, y + height / 2]
  return { x1: cx - sin * half, y1: cy + cos * half, x2: cx + sin * half, y2: cy - cos * half }
}
