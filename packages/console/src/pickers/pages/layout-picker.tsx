import { useInfiniteQuery } from '@tanstack/react-query'
import type { Layout } from '@vitrine/contract/api/content/layouts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StoredPicture } from '#pictures/pages/page-thumb.tsx'
import { layoutPiecesQuery } from '#queries/layouts.ts'
import { PagePicker } from './page-picker.tsx'

interface LayoutPickerProps {
  opened: boolean
  multiple: boolean
  /** Lists only layouts of this size: all pages of a storyboard have the same size. */
  size?: { width: number; height: number }
  max?: number
  /** In selection order. */
  onPick: (layouts: readonly Layout[]) => void
  onClose: () => void
}

/** A dialog to choose layouts by their pictures. */
export function LayoutPicker({ size, ...props }: LayoutPickerProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const query = useInfiniteQuery({
    ...layoutPiecesQuery({ q: search }, size && { width: size.width, height: size.height }),
    enabled: props.opened,
  })
  return (
    <PagePicker
      {...props}
      title={t('layouts.pick')}
      {...{ query, search }}
      onSearch={setSearch}
      picture={(layout) => <StoredPicture page={layout} label="" />}
    />
  )
}
