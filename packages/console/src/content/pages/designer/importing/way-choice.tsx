import { Loader, UnstyledButton } from '@mantine/core'
import { hostWith, type MediaFile } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import resizeStyles from '#content/pages/designer/resizing/resize-dialog.module.css'
import type { Refused } from './drawn-item.ts'
import styles from './import-dialog.module.css'
import type { Imported } from './imported.ts'

export const WAYS = ['shapes', 'picture'] as const
export type Way = (typeof WAYS)[number]

interface WayChoiceProps {
  /** Undefined while it is read. */
  ways: Record<Way, Imported | Refused['reason'] | undefined>
  way: Way
  setWay: (way: Way) => void
}

const KEYS = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']

/** Both ways with their pictures, as radio buttons: arrow keys choose. */
export function WayChoice({ ways, way, setWay }: WayChoiceProps) {
  const { t } = useTranslation()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!KEYS.includes(event.key)) return
    event.preventDefault()
    const other = way === 'shapes' ? 'picture' : 'shapes'
    if (typeof ways[other] !== 'object') return
    setWay(other)
    event.currentTarget.querySelector<HTMLElement>(`[data-way="${other}"]`)?.focus()
  }
  return (
    <div role="radiogroup" aria-label={t('importing.ways')} className={styles.ways} onKeyDown={onKeyDown}>
      {WAYS.map((one) => {
        const result = ways[one]
        return (
          <UnstyledButton
            key={one}
            className={resizeStyles.way}
            role="radio"
            data-way={one}
            tabIndex={one === way ? 0 : -1}
            aria-checked={one === way}
            aria-disabled={typeof result !== 'object'}
            onClick={() => typeof result === 'object' && setWay(one)}
          >
            <span className={styles.picture} dir="ltr">
              {typeof result === 'object' && <Picture imported={result} />}
              {result === undefined && <Loader size="sm" aria-label={t('importing.reading')} />}
              {typeof result === 'string' && (
                <span className={styles.refused} dir="auto">
                  {t(`importing.refused.${result}`)}
                </span>
              )}
            </span>
            <strong>{t(`importing.${one}`)}</strong>
            <p className={resizeStyles.text}>{t(`importing.${one}Text`)}</p>
          </UnstyledButton>
        )
      })}
    </div>
  )
}

const MOST = { width: 360, height: 300 }

/** The imported widgets on their page, with files that aren't uploaded yet. */
function Picture({ imported: { page, widgets, files } }: { imported: Imported }) {
  const { i18n } = useTranslation()
  const media = useFiles(files)
  const locale = i18n.language
  const host = useMemo(
    () => hostWith({ mode: 'preview', motion: false, locale, media: (id) => media?.get(id) }),
    [media, locale],
  )
  const ids = useMemo(() => new Set(widgets.map(({ id }) => id)), [widgets])
  const document = useMemo(
    () => ({ ...page, widgets: page.widgets.filter(({ id }) => ids.has(id)) }),
    [page, ids],
  )
  const scale = Math.min(MOST.width / page.width, MOST.height / page.height)
  return (
    <span inert aria-hidden="true">
      <LayoutView document={document} host={host} scale={scale} />
    </span>
  )
}

/** Files by temporary id, at addresses that end with the component. */
function useFiles(files: Imported['files']): ReadonlyMap<string, MediaFile> | undefined {
  const [media, setMedia] = useState<ReadonlyMap<string, MediaFile>>()
  useEffect(() => {
    const shown = [...files].map(([id, file]) => {
      const url = URL.createObjectURL(file)
      return [id, { url, mimetype: file.type, name: file.name }] as const
    })
    setMedia(new Map(shown))
    return () => {
      for (const [, { url }] of shown) URL.revokeObjectURL(url)
    }
  }, [files])
  return media
}
