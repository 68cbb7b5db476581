import { QueryClient } from '@tanstack/react-query'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { expect, test } from 'vitest'
import { devicesQuery, takeSeenDevices } from './devices.ts'

test('a list from before a screen was added stays stale when screens report', () => {
  const client = new QueryClient()
  const { queryKey } = devicesQuery()
  client.setQueryData(queryKey, [])
  void client.invalidateQueries({ queryKey, refetchType: 'none' })
  takeSeenDevices(client, [{ id: 'new' } as Device])
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
