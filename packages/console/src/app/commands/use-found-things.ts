import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { type Access, can } from '@vitrine/contract/permissions'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MENU, type MenuEntry } from '#app/shell/menu.ts'
import { api } from '#lib/api.ts'
import { session } from '#lib/session/session.ts'
import type { PaletteCommand } from '#ui/palette/command-palette.tsx'

/** Results per kind; a longer search narrows them. */
const RESULTS_PER_KIND = 5
const PAUSE_MS = 150
const LEAST_LETTERS = 2

interface Thing {
  id: string
  name: string
  detail?: string
  go: Pick<LinkProps, 'to' | 'params' | 'search'>
}

type Signal = { signal: AbortSignal }
type Query = { search: string; page: number; pageSize: number }

/** The searches behind the palette, each under its menu entry. `q` opens a list filtered to the result. */
const PLACES: readonly {
  entry: MenuEntry['to']
  area: Access
  find: (query: Query, options: Signal) => Promise<readonly Thing[]>
}[] = [
  {
    entry: '/app/devices',
    area: 'devices',
    find: async (query, options) =>
      (await api.devices.list({ query }, options)).devices.map(({ id, name, deviceGroup }) => ({
        id,
        name,
        detail: deviceGroup?.name,
        go: { to: '/app/devices', search: { q: name } },
      })),
  },
  {
    entry: '/app/device-group',
    area: 'device-groups',
    find: async (query, options) =>
      (await api.deviceGroups.list({ query }, options)).devicesGroups.map(({ id, name }) => ({
        id,
        name,
        go: { to: '/app/device-group/storyboard/$id', params: { id } },
      })),
  },
  {
    entry: '/app/storyboard',
    area: 'storyboards',
    find: async (query, options) =>
      (await api.storyboards.list({ query: { ...query, made: '0' } }, options)).storyboards.map(
        ({ id, name, type }) => ({
          id,
          name,
          go: { to: '/app/storyboard/$type/edit/$id', params: { type, id } },
        }),
      ),
  },
  {
    entry: '/app/cards',
    area: 'cards',
    find: async (query, options) =>
      (await api.cards.list({ query: { ...query, made: '0' } }, options)).cards.map(({ id, name }) => ({
        id,
        name,
        go: { to: '/app/cards/edit/$id', params: { id } },
      })),
  },
  {
    entry: '/app/layouts',
    area: 'layouts',
    find: async (query, options) =>
      (await api.layouts.list({ query: { ...query, type: 'designed', made: '0' } }, options)).layoutList.map(
        ({ id, name, width, height }) => ({
          id,
          name,
          detail: `\u2066${width}×${height}\u2069`,
          go: { to: '/app/layouts/design/$id', params: { id } },
        }),
      ),
  },
  {
    entry: '/app/media-library',
    area: 'media',
    find: async (query, options) => {
      const { media } = await api.media.list({ query }, options)
      const folders = media.folders.slice(0, RESULTS_PER_KIND).map(({ id, name }) => ({
        id,
        name,
        go: { to: '/app/media-library/folders/$folderId', params: { folderId: id } } as const,
      }))
      const items = media.media.slice(0, RESULTS_PER_KIND).map(({ id, name }) => ({
        id,
        name,
        go: { to: '/app/media-library/preview/$id', params: { id } } as const,
      }))
      return [...folders, ...items]
    },
  },
  {
    entry: '/app/buildings',
    area: 'buildings',
    find: async (query, options) =>
      (await api.buildings.list({ query }, options)).buildings.map(({ id, name, location }) => ({
        id,
        name,
        detail: location,
        go: { to: '/app/buildings/edit/$id', params: { id } },
      })),
  },
  {
    entry: '/app/user',
    area: 'users',
    find: async (query, options) =>
      (await api.users.list({ query }, options)).users.map(({ id, firstName, lastName, email }) => ({
        id,
        name: `${firstName} ${lastName}`,
        detail: email,
        go: { to: '/app/user', search: { q: email } },
      })),
  },
]

const ENTRIES = new Map(MENU.flatMap(({ entries }) => entries).map((entry) => [entry.to, entry]))

/** Search results as commands that open them. A failed search is skipped. */
export function useFoundThings(search: string): { found: readonly PaletteCommand[]; searching: boolean } {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wanted = useAfterPause(search.trim())
  const enabled = wanted.length >= LEAST_LETTERS
  const query = useQuery({
    queryKey: ['palette', wanted],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { profile } = session.get()
      const places = PLACES.filter(({ area }) => profile && can(profile, 'read', area))
      const ask = { search: wanted, page: 1, pageSize: RESULTS_PER_KIND }
      const answers = await Promise.allSettled(places.map(({ find }) => find(ask, { signal })))
      return answers.map((answer, index) => ({
        entry: places[index]?.entry,
        things: answer.status === 'fulfilled' ? answer.value : [],
      }))
    },
  })
  const known = enabled ? (query.data ?? []) : []
  const found = known.flatMap(({ entry, things }) => {
    const place = entry && ENTRIES.get(entry)
    if (!place) return []
    return things.map(({ id, name, detail, go }) => ({
      id: `thing ${id}`,
      label: name,
      detail,
      group: t(place.text),
      icon: place.icon,
      run: () => void navigate(go as LinkProps),
    }))
  })
  return {
    found,
    searching: search.trim().length >= LEAST_LETTERS && (search.trim() !== wanted || query.isFetching),
  }
}

function useAfterPause(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
