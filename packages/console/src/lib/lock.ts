/**
 * Runs `work` in one tab of this origin at a time. On plain http browsers have no locks: then it just runs, and the
 * server's short grace for a refresh token that was used twice covers the rest.
 */
export async function acrossTabs<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work()
  return await navigator.locks.request(name, work)
}
