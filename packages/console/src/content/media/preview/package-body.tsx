import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Media, MediaUpdate } from '@vitrine/contract/api/content/media'
import { packageAddress } from '@vitrine/contract/document/package-files'
import type { Values } from '@vitrine/contract/fields/values'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useFileUrl } from '#lib/files.ts'
import { apiBase } from '#lib/server/config.ts'
import { savedText } from '#lib/text/done-text.ts'
import { mediaKey } from '#queries/media.ts'
import { useScreenLocale } from '#queries/organizations.ts'
import { useNavigateAfterSave } from '#ui/work/use-navigate-after-save.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { PackageForm } from './package-form.tsx'
import { PackageFrame } from './package-frame.tsx'
import { packageQuery } from './package-query.ts'
import { placeOf } from './place-of.ts'
import styles from './preview.module.css'

/** Debounces the preview while typing, in milliseconds. */
const TYPING = 500

interface PackageBodyProps {
  media: Media
  mayWrite: boolean
  /** Overlays the preview. */
  over: ReactNode
  /** Shown above the form. */
  facts: ReactNode
  /** Replaces the form if the package has none. */
  plain: ReactNode
  /** Refetches and remounts everything. */
  onReload: () => void
}

/** A package's live preview and form; the preview follows unsaved input. */
export function PackageBody({ media, mayWrite, over, facts, plain, onReload }: PackageBodyProps) {
  const { t } = useTranslation()
  const continueTo = useNavigateAfterSave()
  const navigate = useNavigate()
  const fileUrl = useFileUrl()
  // Pin the opened version: refetches must not change the form's baseline.
  const [opened] = useState(media)
  const found = useQuery(packageQuery(opened)).data
  const [edited, setEdited] = useState<Values>()
  const draft = useDraft(media, edited)
  const locale = useScreenLocale()
  const [present] = useState(() => fileUrl(media.url))
  const save = useWrite({
    write: (body: MediaUpdate) => api.media.update({ params: { id: media.id }, body }),
    done: (_, body) => savedText(body.name),
    failed: 'errors.updateMedia',
    invalidates: [mediaKey],
  })
  return (
    <div className={styles.preview} data-form={found?.fields ? '' : undefined}>
      <div className={styles.stage} data-package="" dir="ltr">
        <PackageFrame
          src={packageAddress(draft ?? present, { locale })}
          title={t('media.previewOf', { name: media.name })}
        />
        {over}
      </div>
      <div className={styles.side}>
        {facts}
        {found?.fields && mayWrite ? (
          <PackageForm
            media={opened}
            fields={found.fields}
            parts={found.parts}
            values={edited ?? found.values}
            changed={edited !== undefined}
            onChange={setEdited}
            onCancel={() => void navigate(placeOf(media))}
            onReload={onReload}
            onSave={async (input) => {
              await save(input)
              await continueTo({ to: '/app/media-library' })
            }}
          />
        ) : (
          plain
        )}
        {found && !found.fields && <p className={styles.note}>{t('media.packageFixed')}</p>}
      </div>
    </div>
  )
}

/** The URL of a preview with unsaved values, debounced. */
function useDraft({ id, organizationId }: Media, model: Values | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!model) return
    const cancel = new AbortController()
    const timer = setTimeout(() => {
      const at = { params: { organizationId, id }, body: { model } }
      // Keep the old preview on failure; saving reports the error.
      api.packages.draft(at, { signal: cancel.signal }).then(
        (answer) => setUrl(`${apiBase()}${answer.url}`),
        () => {},
      )
    }, TYPING)
    return () => {
      clearTimeout(timer)
      cancel.abort()
    }
  }, [id, organizationId, model])
  return url
}
