// Who gives way when there is no room for all, so that those who fill a limit are the ones who lose by it.

/** The owner with the most, if that is more than `than`. */
export function greediest<Own>(
  owners: Iterable<Own>,
  amountOf: (own: Own) => number,
  than = 0,
): Own | undefined {
  let found: Own | undefined
  let most = than
  for (const own of owners) {
    const amount = amountOf(own)
    if (amount <= most) continue
    found = own
    most = amount
  }
  return found
}

/** The people of an organization share its places. */
export interface Caller {
  userId: string
  organizationId: string
}

/**
 * Everything of the person with the most, in the organization with the most, of which one piece gives way to a caller
 * with less; else of a person with more in the caller's own organization. Undefined: the caller has the most.
 */
export function greediestPerson<Item extends { organizationId: string }>(
  people: ReadonlyMap<string, Item[]>,
  { userId, organizationId }: Caller,
): Item[] | undefined {
  const organizations = Map.groupBy(people.values(), ([first]) => first?.organizationId)
  const colleagues = organizations.get(organizationId) ?? []
  const amountOf = (all: readonly Item[][]) => all.reduce((sum, { length }) => sum + length, 0)
  const others = greediest(organizations.values(), amountOf, amountOf(colleagues) + 1)
  if (others) return greediest(others, ({ length }) => length)
  return greediest(colleagues, ({ length }) => length, (people.get(userId)?.length ?? 0) + 1)
}
