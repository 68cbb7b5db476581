import type { Icon } from '@phosphor-icons/react'
import { CardsIcon } from '@phosphor-icons/react/dist/csr/Cards'
import { DevicesIcon } from '@phosphor-icons/react/dist/csr/Devices'
import { ImagesSquareIcon } from '@phosphor-icons/react/dist/csr/ImagesSquare'
import { LayoutIcon } from '@phosphor-icons/react/dist/csr/Layout'
import { SlideshowIcon } from '@phosphor-icons/react/dist/csr/Slideshow'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Media } from '@vitrine/contract/api/content/media'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { agoText } from '#lib/text/ago.ts'
import { useNow } from '#lib/use-now.ts'
import { MediaThumb } from '#pictures/media/media-of.tsx'
import { PageOf, StoryThumb } from '#pictures/pages/page-thumb.tsx'
import { GroupPicture } from '#pictures/screens/group-picture.tsx'
import { CutName } from '#ui/cut-name.tsx'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import { Block, together } from './block.tsx'
import styles from './dashboard-page.module.css'
import { newestCards, newestGroups, newestLayouts, newestMedia, newestStoryboards, RECENT } from './newest.ts'

interface Dated {
  id: string
  name: string
  createdAt: string
  updatedAt: string
}
interface Change {
  item: Dated
  picture: ReactNode
  kind: keyof typeof KINDS
  link: Pick<LinkProps, 'to' | 'params'>
}

const KINDS = {
  media: ImagesSquareIcon,
  card: CardsIcon,
  layout: LayoutIcon,
  storyboard: SlideshowIcon,
  group: DevicesIcon,
} as const satisfies Record<string, Icon>

/** Records that any user created or changed recently. */
export function RecentBlock() {
  const { t } = useTranslation()
  const { changes, load } = useChanges()
  return (
    <Block
      title={t('dashboard.recent')}
      area="recent"
      load={load}
      has={changes.length > 0}
      empty={t('dashboard.recentNothing')}
      height={220}
    >
      <ul className={styles.list}>
        {changes.map((change) => (
          <ChangeRow key={`${change.kind} ${change.item.id}`} change={change} />
        ))}
      </ul>
    </Block>
  )
}

const changesOf = <T extends Dated>(
  kind: Change['kind'],
  items: readonly T[] | undefined,
  link: (item: T) => Change['link'],
  picture: (item: T) => ReactNode,
): Change[] => (items ?? []).map((item) => ({ kind, item, link: link(item), picture: picture(item) }))

/** Recent changes from all lists, newest first. */
function useChanges() {
  const media = useQuery(newestMedia)
  const cards = useQuery(newestCards)
  const layouts = useQuery(newestLayouts)
  const storyboards = useQuery(newestStoryboards)
  const groups = useQuery(newestGroups)
  const changes = allChanges({ media, cards, layouts, storyboards, groups })
    .toSorted((a, b) => (a.item.updatedAt < b.item.updatedAt ? 1 : -1))
    .slice(0, RECENT)
  return { changes, load: together(media, cards, layouts, storyboards, groups) }
}

interface Lists {
  media: Listed<Media>
  cards: Listed<Dated>
  layouts: Listed<Dated>
  storyboards: Listed<Storyboard>
  groups: Listed<DeviceGroup>
}
interface Listed<T> {
  data: { rows: readonly T[] } | undefined
}

/** The lists' records as changes, each with a link and a picture. */
const allChanges = ({ media, cards, layouts, storyboards, groups }: Lists): Change[] => [
  ...changesOf(
    'media',
    media.data?.rows,
    ({ id }) => ({ to: '/app/media-library/preview/$id', params: { id } }),
    (media) => <MediaThumb media={media} />,
  ),
  ...changesOf(
    'card',
    cards.data?.rows,
    ({ id }) => ({ to: '/app/cards/edit/$id', params: { id } }),
    ({ id }) => <PageOf type="standard" id={id} />,
  ),
  ...changesOf(
    'layout',
    layouts.data?.rows,
    ({ id }) => ({ to: '/app/layouts/design/$id', params: { id } }),
    ({ id }) => <PageOf type="designed" id={id} />,
  ),
  ...changesOf(
    'storyboard',
    storyboards.data?.rows,
    ({ id, type }) => ({ to: '/app/storyboard/$type/edit/$id', params: { id, type } }),
    (storyboard) => <StoryThumb storyboard={storyboard} edited />,
  ),
  ...changesOf(
    'group',
    groups.data?.rows,
    ({ id }) => ({ to: '/app/device-group/storyboard/$id', params: { id } }),
    (group) => <GroupPicture group={group} />,
  ),
]

function ChangeRow({ change: { item, kind, link, picture } }: { change: Change }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const Sign = KINDS[kind]
  const isNew = item.createdAt === item.updatedAt
  const ago = agoText(Date.parse(item.updatedAt), now)
  return (
    <li className={styles.item}>
      <SmallPicture>{picture}</SmallPicture>
      <Sign size={18} aria-hidden="true" className={styles.sign} />
      <Link {...(link as LinkProps)} className={styles.recentName}>
        <CutName text={item.name} />
      </Link>
      <span className={styles.quiet}>{t(`dashboard.${isNew ? 'made' : 'changed'}`, { ago })}</span>
    </li>
  )
}
