import { useQuery } from '@tanstack/react-query'
import type { Storyboard } from '@vitrine/contract/api/storyboards'
import type { UsedBy } from '@vitrine/contract/errors'
import { documentOf, pageIdOf, usePagesById } from '#features/pages/queries.ts'
import { storyboardsQuery } from '#features/storyboards/queries.ts'
import { PageThumb } from './page-thumb.tsx'

type Drawn = Pick<Storyboard, 'type' | 'items' | 'width' | 'height'>

/** A storyboard as its first page; its name is shown next to it. */
export function StoryThumb({ storyboard: { type, items, width, height } }: { storyboard: Drawn }) {
  const id = items[0] ? pageIdOf(items[0]) : ''
  return <Thumb type={type} id={id} width={width} height={height} />
}

/** What uses something, as a little screen; nothing for kinds that have no picture. */
export function UseThumb({ use: { kind, id, type = 'standard' } }: { use: UsedBy }) {
  if (kind === 'card' || kind === 'template') return <Thumb type="standard" id={id} />
  if (kind === 'layout') return <Thumb type="designed" id={id} />
  return kind === 'storyboard' ? <NamedStory id={id} type={type} /> : null
}

function NamedStory({ id, type }: Pick<Storyboard, 'id' | 'type'>) {
  const { data } = useQuery(storyboardsQuery())
  const storyboard = data?.find((one) => one.id === id)
  return storyboard ? <StoryThumb storyboard={storyboard} /> : <Thumb type={type} id="" />
}

interface ThumbProps extends Pick<Storyboard, 'type' | 'id'> {
  width?: number
  height?: number
}

function Thumb({ type, id, width = 1920, height = 1080 }: ThumbProps) {
  const { pages } = usePagesById(type, [id])
  const page = pages[id]
  return <PageThumb document={page ? documentOf(page) : { width, height, widgets: [] }} label="" />
}
