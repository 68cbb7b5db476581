import { z } from 'zod'
import { Id, idList } from '#api/base/entity.ts'
import { PERMISSIONS } from '#permissions.ts'
import { rule } from '#rules.ts'

/** Chosen things of each kind. */
export const SCOPE_MAX = 100

const chosen = () => idList(z.array(Id).max(SCOPE_MAX, rule('max_value', SCOPE_MAX)))

type Chosen = { places: Record<'buildings' | 'floors' | 'groups', string[]> | null } | null
const isSomething = (scope: Chosen) =>
  !scope?.places || Object.values(scope.places).some((ids) => ids.length > 0)

/** Where rights hold; null: everywhere. */
export const Scope = z
  .object({
    /** Chosen buildings, floors, and device groups, with all that is in them. */
    places: z.object({ buildings: chosen(), floors: chosen(), groups: chosen() }).nullable(),
  })
  .nullable()
  .refine(isSomething, rule('required'))
export type Scope = z.output<typeof Scope>

/** Where rights hold; each of them limits them, and none means everywhere. */
export const Limits = z.array(z.array(z.object({ permissions: z.array(z.enum(PERMISSIONS)), scope: Scope })))
