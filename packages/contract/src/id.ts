/** Ids are opaque: UUIDs that the server makes, safe in paths, names and patterns. */
export const ID_PATTERN = /^[0-9A-Za-z_-]{1,64}$/
export const isId = (value: unknown): value is string => typeof value === 'string' && ID_PATTERN.test(value)
