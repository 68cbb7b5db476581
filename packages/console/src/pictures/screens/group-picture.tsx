import { useQuery } from '@tanstack/react-query'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { useNow } from '#lib/use-now.ts'
import { PageOf } from '#pictures/pages/page-thumb.tsx'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import { expectedPage, LAZY } from './use-expected.ts'

/** A placeholder device that reports nothing and follows its group. */
const FOLLOWER = { connection: 'never', playing: null, storyboardId: null } as const

/** A thumbnail of the page that a group's schedule shows now. */
export function GroupPicture({ group }: { group: DeviceGroup }) {
  const now = useNow(60_000)
  const { data: storyboards = [] } = useQuery({ ...storyboardsQuery(), ...LAZY })
  const page = expectedPage(FOLLOWER, { group, storyboards, now })
  if (!page) return <ScreenTile alt=" " />
  const { type, pageId, width, height } = page
  return <PageOf type={type} id={pageId} width={width} height={height} />
}

function GroupOf({ id }: { id: string }) {
  const { data } = useQuery({ ...deviceGroupsQuery(), ...LAZY })
  const group = data?.find((one) => one.id === id)
  return group ? <GroupPicture group={group} /> : <ScreenTile alt=" " />
}

/** Picture of an option in selects of groups. */
export const groupPicture = (id: string) => <GroupOf id={id} />
