import { Link } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type TemplateChoice, useBuiltInTemplates } from '#content/templates/api.ts'
import styles from '#pictures/media/media-card.module.css'
import { PageThumb } from '#pictures/pages/page-thumb.tsx'
import { NearItem } from '#ui/list/near-item.tsx'
import { useRoving } from '#ui/list/use-roving.ts'
import { useCan } from '#ui/work/use-can.ts'
import shelfStyles from './shelf.module.css'

/** The built-in templates that a search finds, once in each shape: a click starts a card, or a layout, with one. */
export function ReadyMade({ search }: { search: string }) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [mayMakeCards, mayMakeLayouts] = [useCan('write', 'cards'), useCan('write', 'layouts')]
  const templates = useBuiltInTemplates({ enabled: mayMakeCards || mayMakeLayouts })
  const wanted = search.trim().toLowerCase()
  const found = useMemo(
    () =>
      (templates ?? []).filter(
        ({ name, shape }) =>
          name.toLowerCase().includes(wanted) && (shape === 'landscape' ? mayMakeCards : mayMakeLayouts),
      ),
    [templates, wanted, mayMakeCards, mayMakeLayouts],
  )
  useRoving(list)
  if (found.length === 0) return null
  return (
    <section aria-labelledby="ready-made" className={shelfStyles.more}>
      <h2 id="ready-made">{t('shelf.readyMade')}</h2>
      <ul ref={list} aria-labelledby="ready-made" className={shelfStyles.grid}>
        {found.map((template) => (
          <NearItem key={template.key}>
            <Tile template={template} />
          </NearItem>
        ))}
      </ul>
    </section>
  )
}

/** Cards are landscape; other shapes are layouts. */
function Tile({ template: { key, name, shape, document } }: { template: TemplateChoice }) {
  const { t } = useTranslation()
  const to = shape === 'landscape' ? '/app/cards/create' : '/app/layouts/design'
  return (
    <article className={styles.card}>
      <Link to={to} search={{ template: key }} className={styles.open}>
        <span className={shelfStyles.picture}>
          <PageThumb document={document} label="" />
        </span>
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>
      </Link>
      <div className={styles.foot}>
        <span className={styles.size}>{t(`layouts.sizes.${shape}`)}</span>
      </div>
    </article>
  )
}
