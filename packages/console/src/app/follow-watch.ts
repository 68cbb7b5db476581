import { focusManager, type Query } from '@tanstack/react-query'
import { PUBLISHED } from '@vitrine/contract/api/operations/watch'
import { clock } from '#lib/clock.ts'
import { queries } from '#lib/query.ts'
import { onServerBack } from '#lib/server/server-away.ts'
import { isWatching, onWatch, startWatch } from '#lib/server/watch.ts'
import { refreshProfile } from '#lib/session/own-profile.ts'
import { DEVICE_PAGES, isElsewhere, LISTED_STATES, takeSeenDevices } from '#queries/devices.ts'
import { Refreshes } from './refreshes.ts'

/** Lists that embed other kinds of records. A kind's own list has the same name. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  buildings: ['floors'],
  devices: ['floors', 'device-groups', 'licences', 'deliveries'],
  'device-groups': ['deliveries', 'devices'],
  storyboards: ['device-groups', 'approvals'],
  cards: ['approvals'],
  layouts: ['approvals'],
  media: ['approvals'],
  trash: ['approvals'],
  [PUBLISHED]: ['deliveries', 'device-groups'],
  organizations: ['licences', 'identity-provider'],
  'email-domains': ['identity-provider'],
}

/** A change to these may change the current user's name, permissions or organization. */
const OWN_PROFILE_KINDS: readonly string[] = ['users', 'organizations']

/** Counts and lists by state are refetched at most this often; the server writes reports every second. */
const COUNTS_MS = 2500

/** Requests sent just before the first connection opened are fresh enough. */
const FRESH_MS = 2000
const isOlder = ({ state }: Query) => clock.now() - state.dataUpdatedAt > FRESH_MS

/** The polling interval of live queries while there is no event stream. */
const POLL_MS = 5000
const isLive = ({ meta, state }: Query) => meta?.live === true && state.fetchStatus === 'idle'

/** Invalidates queries on change events and applies screens' reports. Returns a function that stops it. */
export function followWatch(): () => void {
  const refreshes = new Refreshes(queries)
  let counts: ReturnType<typeof setTimeout> | undefined
  let wasOpen = false
  const forget = onWatch((event) => {
    if (event.name === 'hello') {
      // After a reconnect, events may have been missed, so even fresh answers are stale.
      void queries.invalidateQueries(wasOpen ? {} : { predicate: isOlder })
      wasOpen = true
    }
    if (event.name === 'edited' || (event.name === 'devices' && event.edited.length > 0))
      refreshes.start('audit')
    if (event.name === 'edited') {
      const keys = new Set(event.topics.flatMap((topic) => [topic, ...(ALSO[topic] ?? [])]))
      if (keys.delete(PUBLISHED)) refreshes.start('pages of screens', DEVICE_PAGES)
      for (const key of keys) refreshes.start(key)
      if (event.topics.some((topic) => OWN_PROFILE_KINDS.includes(topic))) void refreshProfile()
    }
    if (event.name === 'devices') {
      const edited = event.devices.filter(({ id }) => event.edited.includes(id))
      const hasMoved = edited.some((device) => isElsewhere(queries, device))
      takeSeenDevices(queries, event.devices)
      if (edited.length > 0) {
        refreshes.start('pages of screens', DEVICE_PAGES)
        refreshes.start('device-groups')
      }
      if (hasMoved) refreshes.start('floors')
      counts ??= setTimeout(() => {
        counts = undefined
        for (const queryKey of [['deliveries'], ['takeovers'], ...LISTED_STATES])
          void queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
      }, COUNTS_MS)
    }
  })
  // Refetch failed queries even if no event stream announces that the server is back.
  const forgetBack = onServerBack(() => void queries.invalidateQueries({ predicate: isOlder }))
  const stop = startWatch()
  const unwatched = setInterval(() => {
    if (!isWatching() && focusManager.isFocused())
      void queries.refetchQueries({ type: 'active', predicate: isLive })
  }, POLL_MS)
  return () => {
    clearInterval(unwatched)
    clearTimeout(counts)
    refreshes.close()
    forgetBack()
    forget()
    stop()
  }
}
