import { Loader } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addedText } from '#lib/text/done-text.ts'
import { mediaKey } from '#queries/media.ts'
import { useRoving } from '#ui/list/use-roving.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { addPackage, galleryFile, PACKAGES, type PackageId } from './add-package.ts'
import styles from './gallery.module.css'

interface GalleryProps {
  /** null is Root. */
  folderId: string | null
  onAdded: () => void
}

/** Ready-made packages with pictures; choosing one adds it to the folder and opens its form. */
export function Gallery({ folderId, onAdded }: GalleryProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [adding, setAdding] = useState<PackageId>()
  const list = useRef<HTMLUListElement>(null)
  useRoving(list)
  const add = useWrite({
    write: (id: PackageId) => addPackage(id, t(`media.gallery.items.${id}.name`), folderId),
    done: (_, id) => addedText(t(`media.gallery.items.${id}.name`)),
    failed: 'media.gallery.failed',
    invalidates: [mediaKey],
  })
  const choose = async (id: PackageId) => {
    setAdding(id)
    try {
      const added = await add(id)
      onAdded()
      await navigate({ to: '/app/media-library/preview/$id', params: { id: added.id } })
    } catch {
      // The hook has shown the error; allow a retry.
      setAdding(undefined)
    }
  }
  return (
    <div className={styles.gallery}>
      <p className={styles.intro}>{t('media.gallery.intro')}</p>
      <ul ref={list} className={styles.packages} aria-label={t('media.gallery.title')}>
        {PACKAGES.map(({ id, source }) => {
          const name = t(`media.gallery.items.${id}.name`)
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.package}
                disabled={adding !== undefined}
                aria-busy={adding === id}
                onClick={() => void choose(id)}
              >
                <span className={styles.picture}>
                  <img src={galleryFile(id, 'jpg')} alt="" width={640} height={360} />
                  {adding === id && <Loader aria-label={t('media.gallery.adding', { name })} />}
                </span>
                <strong>{name}</strong>
                <span>{t(`media.gallery.items.${id}.text`)}</span>
                {source && <small>{t(`media.gallery.needs.${source}`)}</small>}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
