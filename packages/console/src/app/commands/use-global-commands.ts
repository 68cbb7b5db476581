import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowCounterClockwise'
import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ClockCounterClockwise'
import { MoonIcon } from '@phosphor-icons/react/dist/csr/Moon'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { QuestionIcon } from '@phosphor-icons/react/dist/csr/Question'
import { SignOutIcon } from '@phosphor-icons/react/dist/csr/SignOut'
import { SunIcon } from '@phosphor-icons/react/dist/csr/Sun'
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { type Access, can, reachesAllPlaces } from '@vitrine/contract/permissions'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { logOut } from '#app/shell/log-out.ts'
import { menuFor } from '#app/shell/menu.ts'
import { colorScheme, setAppearance } from '#lib/browser/appearance.ts'
import { openDialog } from '#lib/opened-dialog.ts'
import { playOn } from '#lib/play-on.ts'
import { session } from '#lib/session/session.ts'
import type { TextKey } from '#lib/text/i18n.ts'
import type { PaletteCommand } from '#ui/palette/command-palette.tsx'
import { GO_TO } from './go-to.ts'
import { useHelp } from './help.ts'

interface Creation {
  text: TextKey
  area: Access
  /** Not for people whose rights hold for chosen places. */
  everywhere?: true
  go: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** Records that can be created from anywhere; lists with a create dialog open it. */
const CREATIONS: readonly Creation[] = [
  { text: 'palette.newCard', area: 'cards', go: { to: '/app/cards/create' } },
  {
    text: 'palette.newStandard',
    area: 'storyboards',
    go: { to: '/app/storyboard/$type/create', params: { type: 'standard' } },
  },
  {
    text: 'palette.newDesigned',
    area: 'storyboards',
    go: { to: '/app/storyboard/$type/create', params: { type: 'designed' } },
  },
  { text: 'palette.newLayout', area: 'layouts', go: { to: '/app/layouts/design' } },
  { text: 'palette.newSource', area: 'media', go: { to: '/app/media-library/sources/create' } },
  { text: 'palette.newBuilding', area: 'buildings', everywhere: true, go: { to: '/app/buildings/create' } },
  { text: 'palette.newCase', area: 'cases', go: { to: '/app/open-case', search: { about: 'anything' } } },
]

/** All pages and actions of the console for the palette, computed when it opens because they depend on permissions. */
export function useGlobalCommands(): () => readonly PaletteCommand[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const help = useHelp()
  return useCallback(() => {
    const { profile } = session.get()
    if (!profile) return []
    const may = (area: Access) => can(profile, 'write', area)
    const keysTo = (to: LinkProps['to']) => GO_TO.find((one) => one.to === to)?.keys
    const actions: PaletteCommand[] = [
      ...(may('devices')
        ? [
            {
              id: 'play-on',
              label: t('palette.playOn'),
              group: t('palette.actions'),
              icon: PlayIcon,
              keys: 'p',
              run: () => playOn({}),
            },
            {
              id: 'back-to-schedule',
              label: t('switches.command'),
              group: t('palette.actions'),
              icon: ArrowCounterClockwiseIcon,
              run: () => openDialog('switches'),
            },
          ]
        : []),
      ...(may('takeovers')
        ? [
            {
              id: 'emergency',
              label: t('takeovers.title'),
              group: t('palette.actions'),
              icon: WarningIcon,
              run: () => {
                openDialog('takeover')
                void navigate({ to: '/app/dashboard' })
              },
            },
          ]
        : []),
      ...CREATIONS.filter(
        ({ area, everywhere }) => may(area) && !(everywhere && !reachesAllPlaces(profile, { write: area })),
      ).map(({ text, go }) => ({
        id: `create ${text}`,
        label: t(text),
        group: t('palette.actions'),
        icon: PlusIcon,
        run: () => void navigate(go as LinkProps),
      })),
    ]
    const pages: PaletteCommand[] = menuFor(profile.kiosk, (area) => can(profile, 'read', area))
      .flatMap(({ entries }) => entries)
      .map(({ text, to, icon }) => ({
        id: `page ${to}`,
        label: t(text),
        group: t('palette.pages'),
        icon,
        keys: keysTo(to),
        run: () => void navigate({ to }),
      }))
    if (!profile.kiosk && can(profile, 'read', 'device-groups'))
      pages.push({
        id: 'page calendar',
        label: t('palette.calendar'),
        group: t('palette.pages'),
        icon: pages.find(({ id }) => id === 'page /app/device-group')?.icon ?? PlayIcon,
        keys: undefined,
        run: () => void navigate({ to: '/app/device-group/calendar' }),
      })
    if (can(profile, 'read', 'audit'))
      pages.push({
        id: 'page audit',
        label: t('audit.title'),
        group: t('palette.pages'),
        icon: ClockCounterClockwiseIcon,
        keys: undefined,
        words: t('palette.auditWords'),
        run: () => void navigate({ to: '/app/audit' }),
      })
    const dark = colorScheme() === 'dark'
    const rest: PaletteCommand[] = [
      {
        id: 'appearance',
        label: t(dark ? 'palette.toLight' : 'palette.toDark'),
        group: t('palette.console'),
        icon: dark ? SunIcon : MoonIcon,
        run: () => setAppearance(dark ? 'light' : 'dark'),
      },
      {
        id: 'help',
        label: t('shortcuts.title'),
        group: t('palette.console'),
        icon: QuestionIcon,
        keys: '?',
        run: help.show,
      },
      {
        id: 'api',
        label: t('palette.api'),
        group: t('palette.console'),
        icon: QuestionIcon,
        run: () => window.open('./api/docs', '_blank', 'noopener'),
      },
      {
        id: 'log-out',
        label: t('menu.logOut'),
        group: t('palette.console'),
        icon: SignOutIcon,
        run: logOut,
      },
    ]
    return [...actions, ...pages, ...rest]
  }, [t, navigate, help.show])
}
