// What archives of earlier versions lack.
import type { Row } from './tables.ts'

/** Columns that archives of earlier versions don't have; null there. */
export const LATER_COLUMNS: ReadonlySet<string> = new Set([
  'devices.otherSize',
  'device_configurations.otherSize',
  'storyboards.slot',
  'storyboards.placeId',
])

/** Tables that archives of earlier versions don't have; empty there. */
export const LATER_TABLES: ReadonlySet<string> = new Set(['comments', 'comment_replies', 'comment_mentions'])

/** Rows of archives of earlier versions, as they would be in one of this version. */
export const EARLIER_ROWS: Readonly<Record<string, (row: Row) => Row>> = {
  // They had one scope.
  custom_roles: ({ levels, scope, ...row }) =>
    row.rows === undefined && typeof levels === 'string'
      ? { ...row, rows: `[{"levels":${levels},"scope":${scope ?? null}}]` }
      : row,
}
