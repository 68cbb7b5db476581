import { z } from 'zod'
import { Id, idList } from '#api/base/entity.ts'
import { ROLE_AREAS } from '#permissions.ts'
import { rule } from '#rules.ts'

/** Chosen things of each kind. */
export const SCOPE_MAX = 100

const chosen = () => idList(z.array(Id).max(SCOPE_MAX, rule('max_value', SCOPE_MAX)))

interface Chosen {
  places: Record<'buildings' | 'floors' | 'groups', string[]> | null
  folders: string[] | null
}
const isSomething = (scope: Chosen | null) =>
  [scope?.places && Object.values(scope.places).flat(), scope?.folders].every((ids) => ids?.length !== 0)

/** Where rights hold; null: everywhere. */
export const Scope = z
  .object({
    /** Chosen buildings, floors, and device groups, with all that is in them; null: all. */
    places: z.object({ buildings: chosen(), floors: chosen(), groups: chosen() }).nullable(),
    /** Chosen folders of the media library, with all that is in them; null: all. */
    folders: chosen().nullable().default(null),
  })
  .nullable()
  .refine(isSomething, rule('required'))
export type Scope = z.output<typeof Scope>

/** Where rights hold; each of them limits them, and none means everywhere. */
export const Limits = z.array(
  z.array(
    z.object({
      permissions: z.array(z.enum(ROLE_AREAS)),
      scope: Scope,
      /** What a row of a custom role shows; absent: all that its person sees. */
      reads: z.array(z.enum(ROLE_AREAS)).optional(),
    }),
  ),
)
