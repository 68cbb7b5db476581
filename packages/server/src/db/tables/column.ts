/** 0 or 1: both engines store booleans as integers; `flag` and `=== 1` convert. */
export type Flag = 0 | 1
export const flag = (value: boolean): Flag => (value ? 1 : 0)

/** Ids and instants are text (UUIDv7, ISO 8601 UTC); `Json` is text parsed at the edge by zod. */
export type Id = string
export type Instant = string
export type Json = string

export interface Timed {
  createdAt: Instant
  updatedAt: Instant
}
