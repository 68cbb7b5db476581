import type { FieldErrors } from '@vitrine/contract/fields/values'

/** The errors of one field and below it, their paths without its name; its own has the path `''`. */
export function errorsBelow(errors: FieldErrors, name: string): FieldErrors {
  const found: FieldErrors = {}
  for (const [path, message] of Object.entries(errors)) {
    if (path === name) found[''] = message
    else if (path.startsWith(`${name}.`)) found[path.slice(name.length + 1)] = message
  }
  return found
}
