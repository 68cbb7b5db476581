import type { Icon } from '@phosphor-icons/react'
import { BuildingOfficeIcon } from '@phosphor-icons/react/dist/csr/BuildingOffice'
import { BuildingsIcon } from '@phosphor-icons/react/dist/csr/Buildings'
import { CardsIcon } from '@phosphor-icons/react/dist/csr/Cards'
import { CertificateIcon } from '@phosphor-icons/react/dist/csr/Certificate'
import { DevicesIcon } from '@phosphor-icons/react/dist/csr/Devices'
import { GearSixIcon } from '@phosphor-icons/react/dist/csr/GearSix'
import { ImagesSquareIcon } from '@phosphor-icons/react/dist/csr/ImagesSquare'
import { LayoutIcon } from '@phosphor-icons/react/dist/csr/Layout'
import { LifebuoyIcon } from '@phosphor-icons/react/dist/csr/Lifebuoy'
import { MonitorPlayIcon } from '@phosphor-icons/react/dist/csr/MonitorPlay'
import { ScreencastIcon } from '@phosphor-icons/react/dist/csr/Screencast'
import { SlidersHorizontalIcon } from '@phosphor-icons/react/dist/csr/SlidersHorizontal'
import { SlideshowIcon } from '@phosphor-icons/react/dist/csr/Slideshow'
import { SquaresFourIcon } from '@phosphor-icons/react/dist/csr/SquaresFour'
import { StairsIcon } from '@phosphor-icons/react/dist/csr/Stairs'
import { StorefrontIcon } from '@phosphor-icons/react/dist/csr/Storefront'
import { UserCircleIcon } from '@phosphor-icons/react/dist/csr/UserCircle'
import { UsersThreeIcon } from '@phosphor-icons/react/dist/csr/UsersThree'
import type { LinkProps } from '@tanstack/react-router'
import type { Access } from '@vitrine/contract/permissions'
import type { TextKey } from '#lib/text/i18n.ts'

export interface MenuEntry {
  text: TextKey
  to: NonNullable<LinkProps['to']>
  icon: Icon
  /** Of its page; absent: everyone's. */
  area?: Access
  /** What those have who don't see its page. To others, that page leads there. */
  instead?: MenuEntry
  /** Shown in a kiosk session. */
  kiosk?: true
}

export interface MenuGroup {
  key: 'top' | 'content' | 'screens' | 'places' | 'administration' | 'bottom'
  text?: TextKey
  entries: readonly MenuEntry[]
}

/** The 17 entries of the side menu, in the order of the work: create, publish, screens, people. */
export const MENU: readonly MenuGroup[] = [
  { key: 'top', entries: [{ text: 'menu.dashboard', to: '/app/dashboard', icon: SquaresFourIcon }] },
  {
    key: 'content',
    text: 'menu.groups.content',
    entries: [
      { text: 'menu.mediaLibrary', to: '/app/media-library', area: 'media', icon: ImagesSquareIcon },
      { text: 'menu.cards', to: '/app/cards', area: 'cards', icon: CardsIcon, kiosk: true },
      { text: 'menu.layouts', to: '/app/layouts', area: 'layouts', icon: LayoutIcon },
      {
        ...{ text: 'menu.storyboards', to: '/app/storyboard', area: 'storyboards', icon: SlideshowIcon },
        instead: {
          ...{ text: 'menu.localContent', to: '/app/local-content', icon: StorefrontIcon },
          area: 'local-content',
        },
      },
    ],
  },
  {
    key: 'screens',
    text: 'menu.groups.screens',
    entries: [
      { text: 'menu.devices', to: '/app/devices', area: 'devices', icon: MonitorPlayIcon },
      { text: 'menu.deviceGroups', to: '/app/device-group', area: 'device-groups', icon: DevicesIcon },
      { text: 'menu.deviceCards', to: '/app/device-cards', area: 'devices', icon: ScreencastIcon },
      {
        text: 'menu.deviceConfigurations',
        to: '/app/device-configurations',
        area: 'devices',
        icon: SlidersHorizontalIcon,
      },
    ],
  },
  {
    key: 'places',
    text: 'menu.groups.places',
    entries: [
      { text: 'menu.buildings', to: '/app/buildings', area: 'buildings', icon: BuildingOfficeIcon },
      { text: 'menu.floors', to: '/app/floors', area: 'buildings', icon: StairsIcon },
    ],
  },
  {
    key: 'administration',
    text: 'menu.groups.administration',
    entries: [
      { text: 'menu.organizations', to: '/app/organization', icon: BuildingsIcon },
      { text: 'menu.users', to: '/app/user', icon: UsersThreeIcon },
      { text: 'menu.licensing', to: '/app/licence', area: 'licences', icon: CertificateIcon },
    ],
  },
  {
    key: 'bottom',
    entries: [
      { text: 'menu.openCase', to: '/app/open-case', icon: LifebuoyIcon },
      { text: 'menu.settings', to: '/app/settings', icon: GearSixIcon },
      { text: 'menu.profile', to: '/app/profile', icon: UserCircleIcon },
    ],
  },
]

/** The menu of a session: cards only for a kiosk, for others what they see. */
export function menuFor(kiosk: boolean, sees: (area: Access) => boolean = () => true): readonly MenuGroup[] {
  const isShown = (entry: MenuEntry) =>
    kiosk ? entry.kiosk === true : entry.area === undefined || sees(entry.area)
  if (MENU.every(({ entries }) => entries.every(isShown))) return MENU
  const shown = (entry: MenuEntry): MenuEntry[] => {
    if (isShown(entry)) return [entry]
    return entry.instead && isShown(entry.instead) ? [entry.instead] : []
  }
  return MENU.map((group) => ({ ...group, entries: group.entries.flatMap(shown) })).filter(
    ({ entries }) => entries.length > 0,
  )
}
