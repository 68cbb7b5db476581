import { Button, SegmentedControl } from '@mantine/core'
import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { codeOf } from '@vitrine/widgets/template-languages'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageThumb } from '#pictures/pages/page-thumb.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { ScrollEnd } from '#ui/list/scroll-end.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import { useRoving } from '#ui/list/use-roving.ts'
import { PreviewButton } from '#ui/screen/preview-button.tsx'
import { copyOf } from './api.ts'
import { SHAPE_NAMES, SHAPES, type Shape, type Size, sameSize, shapeOf } from './shapes.ts'
import { type Filter, TemplateFilters } from './template-filters.tsx'
import styles from './templates.module.css'
import { type TemplateChoice, useBuiltInTemplates, useOwnTemplates } from './use-templates.ts'

const PreviewOf = lazyPart(async () => (await import('#content/pages/preview/page-preview-of.tsx')).PreviewOf)

export interface ChosenTemplate {
  key: string
  /** The id of an organization's own template. */
  id?: string
  name: string
  document: ReadDocument
}

export interface FirstPage {
  key: string
  label: string
  document: ReadDocument
}

interface TemplateGalleryProps {
  /** Offers only pages of this size, for pages whose size is fixed. */
  size?: Size
  /** Simple pages, offered first. */
  firsts?: readonly FirstPage[]
  /** Gets a copy of the document with new ids. `name` is empty for the simple pages. */
  onChoose: (chosen: ChosenTemplate) => void
  /** Offers previews. Not inside a dialog. */
  previews?: true
  /** Adds an edit button to the organization's own templates. */
  onEdit?: (id: string) => void
}

/** The organization's templates, then the built-in ones in the organization's colors. */
export function TemplateGallery({ size, firsts = [], previews, onChoose, onEdit }: TemplateGalleryProps) {
  const { t, i18n } = useTranslation()
  const [filter, setFilter] = useState<Filter>({ language: codeOf(i18n.language) })
  const { industry, language } = filter
  const builtIn = useBuiltInTemplates({ language })
  const [shape, setShape] = useState<Shape>(size ? shapeOf(size) : 'landscape')
  const [search, setSearch] = useState('')
  const own = useOwnTemplates(search)
  const [previewed, setPreviewed] = useState<TemplateChoice>()
  const wanted = useDeferredValue(search.trim().toLowerCase())

  const hasShape = ({ document, shape: own }: TemplateChoice) =>
    size ? sameSize(document, size) : own === shape
  const searched = ({ name, industries = [] }: TemplateChoice) =>
    [name, ...industries.map((one) => t(`templateGallery.industries.${one}`))].join('\n').toLowerCase()
  const fits = (choice: TemplateChoice) =>
    hasShape(choice) &&
    (industry === undefined || choice.industries?.includes(industry) === true) &&
    searched(choice).includes(wanted)
  const simple = firsts.filter(({ document }) => shapeOf(document) === (size ? shapeOf(size) : shape))
  const ownFound = own.choices.filter((choice) => hasShape(choice))
  const found = (builtIn ?? []).filter(fits)
  const choose = ({ key, id, name, document }: TemplateChoice) =>
    onChoose({ key, id, name, document: copyOf(document) })
  const shown = size ? shapeOf(size) : shape

  return (
    <div className={styles.gallery}>
      <div className={styles.filters}>
        {!size && (
          <SegmentedControl
            aria-label={t('templates.shape')}
            value={shape}
            onChange={(next) => setShape(next as Shape)}
            data={SHAPE_NAMES.map((value) => ({ value, label: t(`layouts.sizes.${value}`) }))}
          />
        )}
        <TemplateFilters filter={filter} onChange={setFilter} />
        <span className={styles.grow} />
        <SearchField
          label={t('templates.search')}
          value={search}
          onChange={(next) => setSearch(next ?? '')}
        />
      </div>
      {own.query.isLoadingError && (
        <p className={styles.note}>
          {t('templates.ownFailed')}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void own.query.refetch()}>
            {t('failure.retry')}
          </Button>
        </p>
      )}
      {simple.length > 0 && wanted === '' && industry === undefined && (
        <Choices
          title={t('templates.simple')}
          shape={shown}
          choices={simple.map(({ label, ...first }) => ({ ...first, name: label, shape: shown }))}
          outlines
          onChoose={({ key, document }) => onChoose({ key, name: '', document: copyOf(document) })}
        />
      )}
      {ownFound.length > 0 && (
        <Choices
          title={t('templates.own')}
          shape={shown}
          choices={ownFound}
          onChoose={choose}
          onPreview={previews && setPreviewed}
          onEdit={onEdit}
        />
      )}
      <ScrollEnd query={own.query} />
      {found.length > 0 && (
        <Choices
          title={t('templates.builtIn')}
          shape={shown}
          choices={found}
          onChoose={choose}
          onPreview={previews && setPreviewed}
        />
      )}
      {builtIn && found.length + ownFound.length === 0 && (
        <p className={styles.note} role="status">
          {t('templates.noMatch')}
        </p>
      )}
      {previewed && (
        <Waiting quiet>
          <PreviewOf
            id={previewed.id ?? ''}
            name={previewed.name}
            document={previewed.document}
            onClose={() => setPreviewed(undefined)}
          />
        </Waiting>
      )}
    </div>
  )
}

interface ChoicesProps {
  title: string
  shape: Shape
  choices: readonly TemplateChoice[]
  /** Outlines widgets without content. */
  outlines?: boolean
  onChoose: (choice: TemplateChoice) => void
  onPreview?: (choice: TemplateChoice) => void
  onEdit?: TemplateGalleryProps['onEdit']
}

function Choices({ title, shape, choices, outlines, onChoose, onPreview, onEdit }: ChoicesProps) {
  const { t } = useTranslation()
  const grid = useRef<HTMLUListElement>(null)
  useRoving(grid)
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <ul ref={grid} className={styles.choices} data-shape={shape}>
        {choices.map((choice) => (
          <li key={choice.key}>
            <button
              type="button"
              className={styles.choice}
              data-template={choice.key}
              onClick={() => onChoose(choice)}
            >
              <PageThumb document={choice.document} label="" outlines={outlines} />
              <strong title={choice.name}>
                <bdi>{choice.name}</bdi>
              </strong>
            </button>
            {onPreview && (
              <PreviewButton
                className={styles.look}
                name={choice.name}
                size={28}
                onClick={() => onPreview(choice)}
              />
            )}
            {onEdit && choice.id !== undefined && (
              <Button
                className={styles.edit}
                size="compact-sm"
                variant="default"
                aria-label={t('templates.editNamed', { name: choice.name })}
                onClick={() => choice.id && onEdit(choice.id)}
              >
                {t('table.edit')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A few ready-made pages for empty lists. */
export function FirstTemplates({ size, onChoose }: Pick<TemplateGalleryProps, 'onChoose'> & { size: Size }) {
  const choices = (useBuiltInTemplates() ?? []).filter(({ document }) => sameSize(document, size))
  return (
    <ul className={styles.first}>
      {choices.slice(0, 3).map((choice) => (
        <li key={choice.key}>
          <button
            type="button"
            className={styles.choice}
            onClick={() => onChoose({ ...choice, document: copyOf(choice.document) })}
          >
            <PageThumb document={choice.document} label="" />
            <strong>{choice.name}</strong>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Whether there are ready-made pages of this size. */
export const isPreset = (size: Size): boolean => SHAPE_NAMES.some((name) => sameSize(SHAPES[name], size))
