import { useQueryClient } from '@tanstack/react-query'
import type { FloorDevice, FloorPlace, FloorWithDevices } from '@vitrine/contract/api/places/floors'
import { useEffect, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { takeFloor } from '#queries/floors.ts'

/** Debounces saving after key presses. */
const SETTLES_MS = 400

type Moved = ReadonlyMap<string, FloorPlace | null>

/** A floor's screens with optimistic places, saved automatically. */
export function usePlaces(floor: FloorWithDevices): {
  devices: readonly FloorDevice[]
  put(id: string, place: FloorPlace | null): void
} {
  const client = useQueryClient()
  const [moved, setMoved] = useState<Moved>(new Map())
  const waiting = useRef(new Map<string, { timer: number; send: () => void }>())
  // Queue the requests, so that the last place is saved last.
  const line = useRef(Promise.resolve())

  const forget = (id: string, place: FloorPlace | null) =>
    setMoved((now) => (now.get(id) === place ? new Map([...now].filter(([key]) => key !== id)) : now))
  const save = async (deviceId: string, place: FloorPlace | null) => {
    try {
      const answer = await api.floors.place({ params: { id: floor.id }, body: { deviceId, place } })
      await takeFloor(client, answer.floor)
    } catch (error) {
      notify({ kind: 'negative', message: failureText(error) })
    }
    forget(deviceId, place)
  }
  const put = (id: string, place: FloorPlace | null) => {
    setMoved((now) => new Map(now).set(id, place))
    clearTimeout(waiting.current.get(id)?.timer)
    const send = () => {
      waiting.current.delete(id)
      line.current = line.current.then(() => save(id, place))
    }
    waiting.current.set(id, { timer: window.setTimeout(send, SETTLES_MS), send })
  }
  // Save immediately on unmount.
  useEffect(() => {
    const { current } = waiting
    return () => {
      for (const { timer, send } of [...current.values()]) {
        clearTimeout(timer)
        send()
      }
    }
  }, [])

  const devices = floor.devices.map((device) => {
    const place = moved.get(device.id)
    return place === undefined ? device : { ...device, place }
  })
  return { devices, put }
}
