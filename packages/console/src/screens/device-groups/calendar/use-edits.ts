import { useQueryClient } from '@tanstack/react-query'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { deviceGroupsKey } from '#queries/device-groups.ts'
import { switchesQuery } from '#queries/devices.ts'
import { endedBy, switchesText } from '#screens/devices/switches/kept-switches-picker.tsx'
import { useWrite } from '#ui/work/use-write.ts'

interface Save {
  group: DeviceGroup
  slots: readonly Slot[]
  keepsSwitches: boolean
}

/**
 * Saves changed slots of groups, in order, each with the version of the one before; *Undo* restores a schedule unless
 * someone changed it since. `saving`: slots on their way to the server, by group.
 */
export function useEdits() {
  const client = useQueryClient()
  const [saving, setSaving] = useState<ReadonlyMap<string, readonly Slot[]>>(new Map())
  const queues = useRef(new Map<string, Promise<unknown>>())
  const { t } = useTranslation()
  const put = ({ id, name, schedule, version }: DeviceGroup, slots: readonly Slot[], keepsSwitches = false) =>
    api.deviceGroups.update({
      params: { id },
      body: { name, version, schedule: { ...schedule, slots: [...slots] }, keepsSwitches },
    })
  const write = useWrite<Save, Awaited<ReturnType<typeof put>>>({
    write: ({ group, slots, keepsSwitches }) => put(group, slots, keepsSwitches),
    undo: ({ group }, { deviceGroup }) => put(deviceGroup, group.schedule.slots),
    failed: 'errors.updateDeviceGroup',
    done: (_, { group, keepsSwitches }) => {
      const { switches = [] } = client.getQueryData(switchesQuery().queryKey) ?? {}
      const ended = keepsSwitches ? [] : endedBy(switches, [group.id])
      const ends =
        ended.length > 0 && t('playOn.steps.ends', { count: ended.length, screens: switchesText(t, ended) })
      return [t('calendar.saved'), ...(ends ? [ends] : [])].join(' ')
    },
    invalidates: [deviceGroupsKey],
    quiet: true,
  })
  const find = (id: string) =>
    client.getQueryData<DeviceGroup[]>(deviceGroupsKey)?.find((group) => group.id === id)

  const saveNow = async (groupId: string, slots: readonly Slot[], keepsSwitches: boolean) => {
    const group = find(groupId)
    if (!group) return
    try {
      const { deviceGroup } = await write({ group, slots, keepsSwitches })
      client.setQueryData<DeviceGroup[]>(deviceGroupsKey, (groups) =>
        groups?.map((one) => (one.id === groupId ? deviceGroup : one)),
      )
    } catch {
      // The message is shown; the calendar loads the stored schedule.
      void client.invalidateQueries({ queryKey: deviceGroupsKey })
    }
  }
  const save = async (groupId: string, slots: readonly Slot[], keepsSwitches = false): Promise<void> => {
    setSaving((known) => new Map(known).set(groupId, slots))
    const before = queues.current.get(groupId) ?? Promise.resolve()
    const own = before.then(() => saveNow(groupId, slots, keepsSwitches))
    queues.current.set(groupId, own)
    await own
    if (queues.current.get(groupId) !== own) return
    queues.current.delete(groupId)
    setSaving((known) => new Map([...known].filter(([id]) => id !== groupId)))
  }
  return { saving, save }
}
