import type { FieldErrors } from '@vitrine/contract/fields/values'

/** A field's errors and those below it, with relative paths; its own has the path `''`. */
export function errorsBelow(errors: FieldErrors, name: string): FieldErrors {
  const found: FieldErrors = {}
  for (const [path, message] of Object.entries(errors)) {
    if (path === name) found[''] = message
    else if (path.startsWith(`${name}.`)) found[path.slice(name.length + 1)] = message
  }
  return found
}
