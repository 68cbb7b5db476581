/** Every error key that the API may answer with, and its HTTP status. The console has words for each (en-us.json). */
export const ERRORS = {
  INVALID: 400,
  INVALID_CODE: 400,
  LOGIN_FAILED: 401,
  SESSION_EXPIRED: 401,
  DEVICE_UNPAIRED: 401,
  FORBIDDEN: 403,
  EMAIL_NOT_VERIFIED: 403,
  LOCKED_PARTS: 403,
  NOT_FOUND: 404,
  BODY_TIMEOUT: 408,
  CONFLICT: 409,
  KEY_REUSED: 409,
  USED_IN_BUILDING: 409,
  USED_IN_CARD: 409,
  USED_IN_STORYBOARD: 409,
  USED_IN_SCHEDULE: 409,
  USED_IN_TAKEOVER: 409,
  USED_ON_SCREEN: 409,
  USED_IN_ACTION: 409,
  LAYOUT_IN_USE: 409,
  LICENCE_IN_USE: 409,
  SOURCE_IN_USE: 409,
  ORGANIZATION_IN_USE: 409,
  HOME_ORGANIZATION: 409,
  OWN_ACCOUNT: 409,
  LAST_OF_ROLE: 409,
  /** The database refused a deletion that no rule here refuses. */
  IN_USE: 409,
  /** The database refused a save: what it refers to was deleted while it was being saved. */
  REFERENCE_GONE: 409,
  /** Everything the deleted thing consisted of has been deleted too. */
  PARTS_GONE: 409,
  /** What the trash keeps of a deleted thing can't be read, or belongs to another organization. */
  TRASH_DAMAGED: 409,
  NOT_APPROVED: 409,
  NO_LICENCE_SEAT: 409,
  TOO_LARGE: 413,
  DOCUMENT_TOO_LARGE: 413,
  STORAGE_LIMIT: 413,
  UNSUPPORTED_MEDIA: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  /** The folder or bucket for files can't be read or written. */
  STORAGE_UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const

export type ErrorKey = keyof typeof ERRORS

/** Who saved what one wanted to save, when (ISO 8601 UTC), and which version came of it, where it has one. */
export interface Conflict {
  by: string
  at: string
  version: number | null
}

/**
 * What uses a thing that can't be deleted for that reason. `type` is a storyboard's; `organization` is its brand, and
 * `floor` its plan. The
 * kinds from `user` on only keep an organization from being deleted.
 */
export interface UsedBy {
  kind: (typeof USER_KINDS)[number]
  id: string
  name: string
  type?: 'standard' | 'designed'
}
export const USER_KINDS = [
  'card',
  'layout',
  'template',
  'package',
  'stream',
  'organization',
  'floor',
  'storyboard',
  'device-group',
  'device',
  'takeover',
  'user',
  'building',
  'licence',
  'media',
  'folder',
] as const

/** The body of every failure. `errors`: one text per input field, keyed by its path (`floors.1.name`). */
export interface ErrorBody {
  message: string
  errKey?: ErrorKey
  errors?: Record<string, string>
  /** With CONFLICT, if the other save is known. */
  conflict?: Conflict
  /** For something in use: the first fifty users. */
  usedIn?: UsedBy[]
}
