/** Every error key that the API may answer with, and its HTTP status. The console has words for each (en-us.json). */
export const ERRORS = {
  INVALID: 400,
  INVALID_CODE: 400,
  LOGIN_FAILED: 401,
  /** The password is right; the account has a second factor. */
  CODE_NEEDED: 401,
  CODE_WRONG: 400,
  /** The password is right; the account's second factor is a passkey. */
  PASSKEY_NEEDED: 401,
  /** Unknown, someone else's, made for another address, or answered too late. */
  PASSKEY_WRONG: 400,
  SESSION_EXPIRED: 401,
  DEVICE_UNPAIRED: 401,
  FORBIDDEN: 403,
  EMAIL_NOT_VERIFIED: 403,
  /** The organization requires a second factor. */
  SECOND_FACTOR_REQUIRED: 403,
  /** The password is right, but the organization's people log in through its provider. */
  PROVIDER_REQUIRED: 403,
  /** The provider's answer is wrong, or names no one who may log in here; the message says why. */
  PROVIDER_REFUSED: 403,
  /** The provider's email address isn't verified, or its domain isn't the organization's. */
  PROVIDER_ADDRESS: 403,
  /** The provider knows the person, and the organization has no account for them. */
  PROVIDER_NO_ACCOUNT: 403,
  /** Changing how a person logs in takes a recent login, for those who have no password. */
  LOGIN_AGAIN: 403,
  /** The console's public address is neither HTTPS nor localhost, or has no name. */
  PASSKEYS_UNAVAILABLE: 403,
  /** The password is right, and the account's passkeys work at another host name of the console; the message names it. */
  PASSKEY_ELSEWHERE: 403,
  LOCKED_PARTS: 403,
  /** Under strict approval: it would change what a screen plays. */
  NEEDS_APPROVAL: 403,
  /** After it, the caller wouldn't find the thing anymore. */
  OUTSIDE_SCOPE: 403,
  NOT_FOUND: 404,
  BODY_TIMEOUT: 408,
  CONFLICT: 409,
  KEY_REUSED: 409,
  USED_IN_BUILDING: 409,
  USED_IN_CARD: 409,
  USED_IN_STORYBOARD: 409,
  /** Another storyboard plays it inside. */
  USED_INSIDE: 409,
  USED_IN_SCHEDULE: 409,
  USED_IN_TAKEOVER: 409,
  USED_ON_SCREEN: 409,
  USED_IN_ACTION: 409,
  USED_IN_TRIGGER: 409,
  /** A rule of a page or a time slot names the building or floor. */
  USED_IN_RULE: 409,
  USED_IN_CONDITION: 409,
  LAYOUT_IN_USE: 409,
  PART_IN_USE: 409,
  LICENCE_IN_USE: 409,
  SOURCE_IN_USE: 409,
  /** A text, package, or web page shows the field of screens by its name. */
  FIELD_IN_USE: 409,
  ORGANIZATION_IN_USE: 409,
  /** People, or groups of the identity provider, have the custom role. */
  ROLE_IN_USE: 409,
  HOME_ORGANIZATION: 409,
  OWN_ACCOUNT: 409,
  LAST_OF_ROLE: 409,
  /** The one account that can log in with a password while the provider is required. */
  BREAK_GLASS: 409,
  /** Another organization has verified the domain. */
  DOMAIN_TAKEN: 409,
  /** The domain has no TXT record that proves control of it. */
  RECORD_MISSING: 409,
  /** A foreign key prevented a deletion that passed every in-use check. */
  IN_USE: 409,
  /** A foreign key prevented a save: the referenced row was deleted at the same time. */
  REFERENCE_GONE: 409,
  /** All contents of the deleted item have been deleted too. */
  PARTS_GONE: 409,
  /** The trash entry is unreadable or belongs to another organization. */
  TRASH_DAMAGED: 409,
  NOT_APPROVED: 409,
  /** Someone else must approve it. */
  OWN_CHANGE: 409,
  NO_LICENCE_SEAT: 409,
  TOO_LARGE: 413,
  DOCUMENT_TOO_LARGE: 413,
  STORAGE_LIMIT: 413,
  /** Each export is kept for days, so no other replaces it. */
  EXPORT_LIMIT: 413,
  /** A thing or an organization has no room for another tag. */
  TAG_LIMIT: 413,
  UNSUPPORTED_MEDIA: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  /** The organization's provider didn't answer, or not as OpenID Connect says. */
  PROVIDER_UNAVAILABLE: 502,
  UNAVAILABLE: 503,
  /** The folder or bucket for files can't be read or written. */
  STORAGE_UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const

export type ErrorKey = keyof typeof ERRORS

/** The save that caused a conflict: its author, time (ISO 8601 UTC), and resulting version if there is one. */
export interface Conflict {
  by: string
  at: string
  version: number | null
}

/**
 * An item that prevents the deletion of another because it uses it. `type` is a storyboard's; the use is the
 * brand of an `organization`, and the plan of a `floor`, the font of a `style`. Kinds from `user` on only prevent deleting an organization.
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
  'part',
  'package',
  'stream',
  'web-page',
  'organization',
  'floor',
  'storyboard',
  'style',
  'device-group',
  'device',
  'takeover',
  'trigger',
  'user',
  'building',
  'licence',
  'media',
  'folder',
  'screen-field',
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
