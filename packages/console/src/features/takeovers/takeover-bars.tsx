import { useQuery } from '@tanstack/react-query'
import { useNow } from '#lib/use-now.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { takeoversQuery } from './queries.ts'

const TakeoverBar = lazyPart(async () => (await import('./takeover-bar.tsx')).TakeoverBar)

/** On every page while screens are taken over. */
export function TakeoverBars() {
  const { data } = useQuery({ ...takeoversQuery(), enabled: useCan('read', 'takeovers') })
  const now = useNow(1000)
  const active = data?.filter(({ isActive, endsAt }) => isActive && endsAt > now) ?? []
  return (
    <Waiting quiet>
      {active.map((takeover) => (
        <TakeoverBar key={takeover.id} takeover={takeover} />
      ))}
    </Waiting>
  )
}
