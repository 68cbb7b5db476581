/**
 * Runs `work` in one tab of this origin at a time. Plain http has no Web Locks: then it just runs, and the server's
 * short grace period for reused refresh tokens covers races. `waited`: whether another tab held the lock.
 */
export async function acrossTabs<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  if (!navigator.locks) return work(false)
  const free = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { done: await work(false) } : undefined,
  )
  return free ? free.done : await navigator.locks.request(name, () => work(true))
}
