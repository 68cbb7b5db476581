import { FrameCornersIcon } from '@phosphor-icons/react/dist/csr/FrameCorners'
import { Link } from '@tanstack/react-router'
import type { Misfit } from '@vitrine/contract/api/base/impact'
import { useTranslation } from 'react-i18next'
import { ShapeDrawing } from '#ui/size/shape-drawing.tsx'
import { sizeText } from '#ui/size/size-text.ts'
import { useCan } from '#ui/work/use-can.ts'
import styles from './misfits.module.css'

/** A longer list is opened by a press. */
const SHOWN_OPEN = 3

/** Which pages don't fit which screens, and a way to adapt them; nothing if all fit. */
export function Misfits({ misfits }: { misfits: readonly Misfit[] }) {
  const { t } = useTranslation()
  const mayAdapt = useCan('write', 'layouts')
  if (misfits.length === 0) return null
  return (
    <details className={styles.misfits} open={misfits.length <= SHOWN_OPEN}>
      <summary className={styles.title}>
        <FrameCornersIcon size={18} aria-hidden="true" />
        {t('fit.title')}
        {misfits.length > SHOWN_OPEN && <span className={styles.count}>{misfits.length}</span>}
      </summary>
      <ul className={styles.list}>
        {misfits.map((misfit) => (
          <li key={JSON.stringify([misfit.page, misfit.screen, misfit.letters === null])}>
            <span className={styles.shapes}>
              <ShapeDrawing size={misfit.page} side={28} />
              <ShapeDrawing size={misfit.screen} side={28} />
            </span>
            <span className={styles.words}>
              <Words misfit={misfit} />
              {mayAdapt && <AdaptLinks misfit={misfit} />}
            </span>
          </li>
        ))}
      </ul>
      {mayAdapt && <p className={styles.hint}>{t('fit.adaptHint')}</p>}
    </details>
  )
}

function Words({ misfit }: { misfit: Misfit }) {
  const { t } = useTranslation()
  const { page, screen, empty, letters, pages, firstPages, screens, firstScreens } = misfit
  const named = (first: { name: string } | undefined, count: number) => {
    const name = `\u2068${first?.name ?? ''}\u2069`
    return count > 1 ? t('impact.screens', { name, count: count - 1 }) : name
  }
  const what = {
    ...{ pages: named(firstPages[0], pages), page: sizeText(page) },
    ...{ screens: named(firstScreens[0], screens), screen: sizeText(screen) },
  }
  if (empty === 0) return <span>{t('fit.small', { ...what, letters })}</span>
  return (
    <span>
      {t('fit.empty', { ...what, empty })}
      {letters !== null && <> · {t('fit.letters', { letters })}</>}
    </span>
  )
}

/** Each opens a copy in the size of the screens, next to what is unsaved here. */
function AdaptLinks({ misfit: { screen, firstPages } }: { misfit: Misfit }) {
  const { t } = useTranslation()
  return (
    <span className={styles.links}>
      {firstPages.map(({ type, id, name }) => (
        <Link
          key={id}
          to="/app/layouts/design"
          search={{ ...screen, adapt: `${type}:${id}` }}
          target="_blank"
          title={t('fit.adaptPage', { name, size: sizeText(screen) })}
        >
          {firstPages.length > 1 ? `${t('fit.adapt')}: ${name}` : t('fit.adapt')}
        </Link>
      ))}
    </span>
  )
}
