import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, IdParams, Version } from '#api/base/entity.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { trimSlashes } from '#trim-slashes.ts'

/** Maximum lifetime of a kiosk code in seconds. */
export const KIOSK_CODE_SECONDS = 60

/**
 * What an embedding page signs: `base64url(JSON) + '.' + base64url(HMAC-SHA256(key, base64url(JSON)))`, the key as the
 * UTF-8 bytes of its text. `exp` in seconds since 1970 UTC, at most 60 ahead; `nonce` is never used twice.
 */
export const KioskPayload = z.object({
  organizationId: Id,
  userId: Id,
  origin: z.string().min(1).max(300),
  exp: z.number(),
  nonce: z.string().min(16).max(200),
})
export type KioskPayload = z.infer<typeof KioskPayload>

/** An exact origin like `https://intranet.example.org`, as browsers write it. */
export const Origin = z
  .string({ error: rule('invalid') })
  .trim()
  .max(300, rule('max', 300))
  .transform((text) => trimSlashes(text.toLowerCase()))
  .pipe(z.string().regex(/^https?:\/\/(\[[\da-f:]+\]|[\w.-]+)(:\d{1,5})?$/, rule('url')))

export const KioskSettings = z.object({
  /** Null until the settings were saved once. */
  key: z.string().nullable(),
  /** Origins of pages that may embed a kiosk. If empty, every kiosk login is refused. */
  origins: z.array(z.string()),
  version: z.int(),
})
export type KioskSettings = z.infer<typeof KioskSettings>

export const KioskUpdate = z.object({
  /** Absent: origins and version stay unchanged. */
  origins: boundedList(z.array(Origin).max(50, rule('invalid'))).optional(),
  /** Creates a new key and logs out every kiosk. */
  newKey: z.boolean().optional(),
  version: Version,
})

export type KioskUpdate = z.output<typeof KioskUpdate>

const Answer = z.object({ kiosk: KioskSettings })

export const kiosk = {
  get: route({
    method: 'GET',
    path: '/organizations/:id/kiosk',
    summary: "Get an organization's kiosk key and its allowed kiosk origins",
    who: { write: 'own-organization' },
    keys: false,
    params: IdParams,
    response: Answer,
  }),
  update: route({
    method: 'PUT',
    path: '/organizations/:id/kiosk',
    summary: 'Update the allowed origins, or create a new key',
    event: 'kiosk.changed',
    who: { write: 'own-organization' },
    keys: false,
    params: IdParams,
    body: KioskUpdate,
    response: Answer,
    errors: ['CONFLICT'],
  }),
}
