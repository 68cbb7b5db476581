import { useQuery } from '@tanstack/react-query'
import { useNow } from '#lib/use-now.ts'
import { takeoversQuery } from '#queries/takeovers.ts'
import { useToastRoom } from '#ui/toast/toast-room.ts'
import { useCan } from '#ui/work/use-can.ts'
import { TakeoverBar } from './takeover-bar.tsx'

/** Shown on every page while a takeover is active. */
export function TakeoverBars() {
  const { data } = useQuery({ ...takeoversQuery(), enabled: useCan('read', 'takeovers') })
  const now = useNow(1000)
  const active = data?.filter(({ isActive, endsAt }) => isActive && endsAt > now) ?? []
  useToastRoom(active.length)
  return active.map((takeover) => <TakeoverBar key={takeover.id} takeover={takeover} />)
}
