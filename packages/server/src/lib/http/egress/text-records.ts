import { Resolver } from 'node:dns/promises'

/** Milliseconds for the first try of a name server; the second one waits twice as long. */
const TIMEOUT_MS = 1500
const TRIES = 2
/** What a name server answers for a name without such records. */
const NONE = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * The TXT records of a name, by the network's name servers. Empty if it has none; throws if they don't answer. `servers`:
 * others than the system's, as `address:port`.
 */
export async function textRecords(name: string, servers?: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (NONE.has(String((error as { code?: unknown }).code))) return []
    throw error
  }
}
