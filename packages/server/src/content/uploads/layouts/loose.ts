// Exports are untrusted, and their versions differ: anything may have any shape.
import { FOREIGN } from './foreign-layout.ts'

export type Loose = Readonly<Record<string, unknown>>

export const looseOf = (value: unknown): Loose =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Loose) : {}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Text of a text or number; empty for all else. */
export const textOf = (value: unknown, most: number = FOREIGN.text): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).toWellFormed().slice(0, most) : ''

/** A finite number, also of a text; `rest` for all else. */
export function numberOf(value: unknown, rest = 0): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : rest
}

/** Ids are whole numbers; undefined for all else. */
export function idOf(value: unknown): number | undefined {
  const id = numberOf(value, -1)
  return Number.isSafeInteger(id) && id >= 0 ? id : undefined
}

export const isOn = (value: unknown): boolean => value === true || numberOf(value) === 1

/** Seconds since 1970 that stand for no limit. */
const NEVER = [0, 2_147_483_647]

/** A limit in time, as seconds or as `2026-01-31 08:00:00`; undefined if there is none. */
export function momentOf(value: unknown): string | undefined {
  if (typeof value === 'number' || /^\d{1,11}$/.test(textOf(value))) {
    const seconds = numberOf(value)
    if (NEVER.includes(seconds) || seconds > 4_102_444_800) return undefined
    return new Date(seconds * 1000).toISOString().slice(0, 16)
  }
  const [, date = '', time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?/.exec(textOf(value)) ?? []
  if (date === '' || /^(1970-01-01|2038-01-19)$/.test(date)) return undefined
  return `${date}T${time}`
}
