/**
 * A value that each server has once, created on first use and garbage collected with the server. Tests run several
 * servers in one process, which must not share counts. `owner`: an object that a server has exactly once, such as its
 * settings.
 */
export function perServer<Owner extends object, Value extends object>(
  make: (owner: Owner) => Value,
): (owner: Owner) => Value {
  const values = new WeakMap<Owner, Value>()
  return (owner) => {
    const value = values.get(owner) ?? make(owner)
    values.set(owner, value)
    return value
  }
}
