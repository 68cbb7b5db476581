import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id } from '#api/base/entity.ts'
import { rule } from '#rules.ts'

/** Maximum panels per row or column. */
export const WALL_MOST = 10
/** Millimeters: size of a panel's picture, and the gap between two pictures. */
const PANEL = { least: 50, most: 5000 }
const GAP_MOST = 500

const side = () =>
  z.number().min(PANEL.least, rule('min_value', PANEL.least)).max(PANEL.most, rule('max_value', PANEL.most))
const gap = () => z.number().min(0, rule('min_value', 0)).max(GAP_MOST, rule('max_value', GAP_MOST))
const count = () => z.int().min(1, rule('min_value', 1)).max(WALL_MOST, rule('max_value', WALL_MOST))

/**
 * Panels that show one picture together, in their physical arrangement. All sizes are in millimeters; a panel's size
 * is its visible picture, without the frame.
 */
export const VideoWall = z.object({
  columns: z.int(),
  rows: z.int(),
  panelWidth: z.number(),
  panelHeight: z.number(),
  /** From the edge of one panel's picture to the next: two frames and the space between them. */
  gapX: z.number(),
  gapY: z.number(),
  /** Screens by panel, row by row from the top left; null for a panel without one. */
  screens: z.array(Id.nullable()),
})
export type VideoWall = z.infer<typeof VideoWall>

export const VideoWallInput = VideoWall.extend({
  columns: count(),
  rows: count(),
  panelWidth: side(),
  panelHeight: side(),
  gapX: gap(),
  gapY: gap(),
  screens: boundedList(z.array(Id.nullable()).max(WALL_MOST ** 2)),
}).superRefine(({ columns, rows, screens }, context) => {
  const add = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message })
  if (screens.length !== columns * rows) add(['screens'], rule('invalid'))
  screens.forEach((id, place) => {
    if (id !== null && screens.indexOf(id) < place) add(['screens', place], rule('invalid'))
  })
})
export type VideoWallInput = z.infer<typeof VideoWallInput>
