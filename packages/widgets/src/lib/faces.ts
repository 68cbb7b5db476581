import { edge } from './edges/edges.ts'

interface Size {
  width: number
  height: number
}
/** A widget's surface in its box, in layout pixels. */
export interface Face extends Size {
  left: number
  top: number
}

/** The blur of a button's shadow. */
export const buttonShade = ({ width, height }: Size): number => edge(6, Math.min(width, height), 0.1)
/** The blur of a sticky note's shadow. */
export const noteShade = ({ width, height }: Size): number => edge(10, Math.min(width, height), 0.04)

interface Shadowed {
  shadow?: unknown
  shadowOutside?: unknown
}

/** The surface of a widget, whose shadow takes room from it unless it is outside the box. */
export function faceOf(type: string, settings: Shadowed, size: Size): Face {
  if (settings.shadowOutside) return { left: 0, top: 0, ...size }
  if (type === 'button' && settings.shadow) return inset(size, buttonShade(size), 0.7)
  return type === 'sticky-note' ? inset(size, noteShade(size), 1) : { left: 0, top: 0, ...size }
}

/** `above`: the part of the room that is above the surface; a shadow falls downwards. */
const inset = ({ width, height }: Size, room: number, above: number): Face => ({
  left: room,
  top: room * above,
  width: width - 2 * room,
  height: height - 2 * room,
})
