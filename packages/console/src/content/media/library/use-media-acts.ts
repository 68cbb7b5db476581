import type { Media } from '@vitrine/contract/api/content/media'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#content/media/save-file.ts'
import { playOn } from '#lib/play-on.ts'
import { useCan } from '#ui/work/use-can.ts'

/** An item's command. */
export interface MediaAct {
  sign: 'play' | 'download' | 'edit' | 'replace' | 'delete'
  title: string
  /** Includes the item's name, for screen readers. */
  label: (name: string) => string
  run: (media: Media) => void
}

export const previewHref = (id: string): string => `#/app/media-library/preview/${id}`

interface Changing {
  onReplace: (media: Media) => void
  onDelete: (media: Media) => void
}

/** The commands of media items, referentially stable. `changing` is absent without permission to change the library. */
export function useMediaActs(changing?: Changing): readonly MediaAct[] {
  const { t } = useTranslation()
  const mayPlay = useCan('write', 'devices')
  const { onReplace, onDelete } = changing ?? {}
  return useMemo(() => {
    const play: MediaAct = {
      sign: 'play',
      title: t('playOn.title'),
      label: around(t('playOn.of', { name: NAME })),
      run: ({ id }) => playOn({ subject: { kind: 'media', id } }),
    }
    const download: MediaAct = {
      sign: 'download',
      title: t('media.download'),
      label: around(t('media.downloadItem', { name: NAME })),
      run: (media) => void saveFile(media),
    }
    const edit: MediaAct = {
      sign: 'edit',
      title: t('table.edit'),
      label: around(t('table.editItem', { name: NAME })),
      run: ({ id }) => window.location.assign(previewHref(id)),
    }
    const replace: MediaAct[] = onReplace
      ? [
          {
            sign: 'replace',
            title: t('media.replace.action'),
            label: around(t('media.replace.item', { name: NAME })),
            run: onReplace,
          },
        ]
      : []
    const remove: MediaAct[] = onDelete
      ? [
          {
            sign: 'delete',
            title: t('table.delete'),
            label: around(t('table.deleteItem', { name: NAME })),
            run: onDelete,
          },
        ]
      : []
    // The last one appears below a pointer on the card's dots, so it never destroys anything.
    return [...remove, ...replace, edit, download, ...(mayPlay ? [play] : [])]
  }, [t, mayPlay, onReplace, onDelete])
}

const NAME = '\u0000'

/**
 * Splits a translated text at its name: concatenation is much quicker than translating once per item of a long list.
 */
function around(text: string): (name: string) => string {
  const [before, after] = text.split(NAME)
  return (name) => `${before ?? ''}${name}${after ?? ''}`
}
