/**
 * A value of which each server has one, made when first asked for and gone with the server. Several servers share a
 * process in tests; a count that they shared would refuse one for what another did. `owner` is an object of which a
 * server has exactly one, such as its settings.
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
