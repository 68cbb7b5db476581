/**
 * The one that waits after (or before) another, round and round; undefined when no other one waits. One that waits no
 * more is followed by the first.
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
