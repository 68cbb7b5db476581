import type { Caller, TestServer } from '#test/harness.ts'
import { FACTS, TestScreen } from '#test/screen.ts'

/** Entities that hang on a place. */
export const PLACED_ENTITIES = [
  ...(['buildings', 'floors', 'devices', 'deviceGroups', 'takeovers'] as const),
  ...(['triggers', 'answers', 'plannedSwitches'] as const),
]
export type Entity = (typeof PLACED_ENTITIES)[number]
export const isPlaced = (entity: string): entity is Entity =>
  (PLACED_ENTITIES as readonly string[]).includes(entity)

/** A building with a floor, and a group with a screen on it; the ids. */
export async function makePlace(
  server: TestServer,
  admin: Caller,
  { name, storyboardId }: { name: string; storyboardId: string },
) {
  const floors = [{ name: `${name} floor` }]
  const { building } = await admin.api.buildings.create({
    body: { name: `${name} house`, location: 'Here', floors },
  })
  const schedule = { timezone: 'Etc/GMT', defaultStoryboardId: storyboardId, slots: [] }
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: `${name} group`, schedule } })
  const floor = building.floors[0]?.id ?? ''
  const settings = { name: `${name} screen`, deviceGroupId: deviceGroup.id }
  const { deviceId } = await TestScreen.claim(server, admin, settings)
  await admin.api.devices.update({ params: { id: deviceId }, body: { ...settings, floorId: floor } })
  return { building: building.id, floor, group: deviceGroup.id, device: deviceId }
}

/** Another screen there. */
export async function screenIn(
  admin: Caller,
  { group, floor }: { group: string; floor: string },
  name: string,
): Promise<string> {
  const { code } = await admin.api.player.startPairing({ body: { screen: FACTS } })
  const body = { code, name, deviceGroupId: group, floorId: floor }
  return (await admin.api.devices.claim({ body })).device.id
}
