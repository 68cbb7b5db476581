import type { Alignment } from '@vitrine/contract/fields/kinds/font-settings'
import type { Point, Rect } from '#content/pages/designer/geometry/rect.ts'
import type { Matrix } from './matrix.ts'
import type { Step } from './path-data.ts'

/** A color of a gradient, 0 to 255 and 0 to 1, and its place on it. */
export interface ItemStop {
  color: readonly [r: number, g: number, b: number, a: number]
  at: number
}

/** What fills a shape: a color as `#rrggbb` or `#rrggbbaa`, or a gradient in the space of `matrix`, which leads to the page. */
export type ItemPaint =
  | string
  | { kind: 'linear'; from: Point; to: Point; stops: readonly ItemStop[]; matrix: Matrix }
  | { kind: 'radial'; center: Point; radius: number; stops: readonly ItemStop[]; matrix: Matrix }

/** A part of a drawing in page pixels, in the order of drawing. Opacity is 0 to 1. */
export type DrawnItem =
  | {
      kind: 'shape'
      /** A shape that pages have, if its sides are upright. */
      plain?: { shape: 'rectangle' | 'ellipse'; radius: number } | undefined
      steps: readonly Step[]
      isEvenOdd: boolean
      fill: ItemPaint | undefined
      stroke: { color: string; width: number; isRound: boolean } | undefined
      opacity: number
    }
  | {
      kind: 'text'
      lines: readonly string[]
      /** Where the first line's baseline begins, is centered, or ends. */
      at: Point
      alignment: Alignment
      degrees: number
      font: { name: string; size: number; weight: number; isItalic: boolean; spacing: number }
      /** From baseline to baseline, in page pixels. */
      lineStep: number
      /** How wide the longest line is drawn. */
      width: number
      underline: boolean
      color: string
      opacity: number
    }
  | { kind: 'picture'; file: File; rect: Rect; degrees: number; opacity: number }

/** Why something isn't, or doesn't look, as in the file. */
export const PICTURED = [
  'filter',
  'mask',
  'clip',
  'pattern',
  'seeThrough',
  'blend',
  'textPath',
  'dashes',
  'slanted',
  'marker',
  'group',
  'complex',
  'background',
] as const
export const CHANGED = ['gradient', 'strokePaint', 'font', 'edges'] as const
export const LEFT_OUT = ['outside', 'script', 'foreign', 'animation', 'pictures', 'unknown'] as const
export type Reason = (typeof PICTURED)[number] | (typeof CHANGED)[number] | (typeof LEFT_OUT)[number]

/** How often each was met. */
export class Report {
  readonly counts = new Map<Reason, number>()
  /** Fonts that the installation doesn't have. */
  readonly fonts = new Set<string>()

  note(reason: Reason, count = 1): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + count)
  }
}

export interface Drawing {
  /** In page pixels before it is placed. */
  width: number
  height: number
  items: DrawnItem[]
  report: Report
}

/** The most elements of a file, and parts that are kept as pictures. */
export const ELEMENTS_MOST = 2000
export const PICTURES_MOST = 30

/** A file that can't be imported; the text of the reason is `importing.refused.<reason>`. */
export class Refused extends Error {
  readonly reason: 'bytes' | 'entities' | 'broken' | 'elements' | 'depth' | 'empty' | 'locked' | 'widgets'
  constructor(reason: Refused['reason']) {
    super(reason)
    this.reason = reason
  }
}
