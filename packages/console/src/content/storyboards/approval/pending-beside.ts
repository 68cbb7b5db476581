/**
 * The pending storyboard after (or before) another, in a cycle; undefined if no other one is pending. After one that
 * is no longer pending, the first.
 */
export function pendingBeside(
  pending: readonly { id: string }[],
  id: string,
  step: 1 | -1,
): string | undefined {
  const place = pending.findIndex((storyboard) => storyboard.id === id)
  if (place < 0) return pending[0]?.id
  const next = pending[(place + step + pending.length) % pending.length]
  return next?.id === id ? undefined : next?.id
}
