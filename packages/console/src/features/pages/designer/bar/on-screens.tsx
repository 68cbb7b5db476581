import { useQuery } from '@tanstack/react-query'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { devicesQuery } from '#features/devices/queries.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { useCan } from '#ui/work/use-can.ts'
import { OpenScreens } from './open-screens.tsx'

/** Screens that play a storyboard with this page: saving updates them. Empty without permission to see screens. */
export function useOnScreens(id: string): readonly Device[] {
  const enabled = useCan('read', 'devices') && id !== ''
  const devices = useQuery({ ...devicesQuery(), enabled }).data
  const storyboards = useQuery({ ...storyboardsQuery(), enabled }).data
  const stories = new Set(
    (storyboards ?? [])
      .filter(({ items }) => items.some(({ cardId, layoutId }) => cardId === id || layoutId === id))
      .map((storyboard) => storyboard.id),
  )
  return (
    (devices ?? [])
      .filter(
        ({ connection, playing }) =>
          connection !== 'offline' &&
          connection !== 'never' &&
          (playing?.pageId === id || stories.has(playing?.storyboardId ?? '')),
      )
      // Screens that show the page right now come first.
      .sort((a, b) => Number(b.playing?.pageId === id) - Number(a.playing?.pageId === id))
  )
}

/** How many screens play the page, with their names; renders nothing if none do. */
export function OnScreens({ id }: { id: string }) {
  const screens = useOnScreens(id)
  if (screens.length === 0) return null
  return <OpenScreens id={id} screens={screens} />
}
