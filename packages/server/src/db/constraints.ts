import { rule } from '@vitrine/contract/rules'
import { AppError, invalid } from '#lib/errors.ts'

/** Both engines' constraint errors as what the caller sees; undefined for anything else. */
export function constraintError(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, detail } = error as Error & { code?: unknown; detail?: string }
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
    return taken(
      error.message
        .split(': ')
        .at(-1)
        ?.split(', ')
        .map((name) => name.split('.').at(-1) ?? '') ?? [],
    )
  if (code === '23505')
    return taken([...(detail?.match(/\(([^)]*)\)=/)?.[1] ?? '').matchAll(/\w+/g)].map(([name]) => name))
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || code === '23503')
    return new AppError('CONFLICT', 'Something else still refers to this, or what it refers to is gone')
  return undefined
}

/** `nameKey` is what `name` is compared by. */
function taken(columns: string[]): AppError {
  const field =
    columns
      .filter((name) => name !== 'organizationId')
      .at(-1)
      ?.replace(/Key$/, '') ?? 'body'
  return invalid({ [field]: rule('not_exist') })
}
