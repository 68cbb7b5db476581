import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { DotsThreeIcon } from '@phosphor-icons/react/dist/csr/DotsThree'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Part } from '@vitrine/contract/api/content/parts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addedPart } from '#content/pages/designer/state/parts.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { useOpenPart } from '#content/pages/parts/open-part.ts'
import sheet from '#content/pages/parts/parts.module.css'
import { api } from '#lib/api.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { PageThumb } from '#pictures/pages/page-thumb.tsx'
import { documentOfPart, partPiecesQuery, partsKey } from '#queries/parts.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { useRoving } from '#ui/list/use-roving.ts'
import { useCan } from '#ui/work/use-can.ts'
import styles from './panels.module.css'

/** Milliseconds after the last letter, before the server searches. */
const SEARCH_AFTER = 250

/** The parts of the organization with their pictures: a click adds one to the page. */
export function PartsPanel() {
  const { t } = useTranslation()
  const designer = useDesigner()
  const mayWrite = useCan('write', 'layouts')
  const hasSelection = useDesignerState(({ selection }) => selection.length > 0)
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search, SEARCH_AFTER)
  const query = useInfiniteQuery(partPiecesQuery(q, useOrganizationId()))
  const rows = query.data?.rows ?? []
  const list = useRef<HTMLUListElement>(null)
  useRoving(list)
  const deletion = useDeletion<Part>({
    remove: ({ id }) => api.parts.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.deletePart',
    invalidates: [partsKey],
    kind: 'part',
    undo: ({ id }) => api.trash.restore({ params: { id } }),
  })
  if (designer.isPart) return <p className={styles.note}>{t('parts.notInParts')}</p>
  return (
    <div className={styles.scroll}>
      <TextInput
        size="xs"
        type="search"
        aria-label={t('parts.search')}
        placeholder={t('parts.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {mayWrite && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={!hasSelection}
          onClick={() => designer.request('makePart')}
        >
          {t('designer.commands.makePart')}
        </Button>
      )}
      {query.isError && <p role="alert">{t('parts.loadFailed')}</p>}
      {query.isSuccess && rows.length === 0 && (
        <p className={styles.hint}>{t(q.trim() === '' ? 'parts.none' : 'fields.noMatch')}</p>
      )}
      <ul ref={list} className={sheet.list} aria-label={t('parts.title')}>
        {rows.map((part) => (
          <PartTile key={part.id} part={part} mayWrite={mayWrite} onDelete={() => deletion.ask(part)} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button size="compact-sm" variant="default" onClick={() => void query.fetchNextPage()}>
          {t('parts.more')}
        </Button>
      )}
      {deletion.dialog}
    </div>
  )
}

interface PartTileProps {
  part: Part
  mayWrite: boolean
  onDelete: () => void
}

function PartTile({ part, mayWrite, onDelete }: PartTileProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const open = useOpenPart()
  const { id, name } = part
  return (
    <li className={sheet.part}>
      <button
        type="button"
        className={sheet.add}
        aria-label={t('parts.add', { name })}
        onClick={(event) => {
          addedPart(designer, part)
          if (event.detail > 0) designer.request('canvas')
        }}
      >
        <span className={sheet.picture}>
          <PageThumb document={documentOfPart(part)} label="" />
        </span>
        <bdi className={sheet.name}>{name}</bdi>
      </button>
      {mayWrite && (
        <div className={sheet.menu}>
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon size={24} variant="subtle" aria-label={t('parts.actions', { name })}>
                <DotsThreeIcon size={16} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => open(id)}>{t('designer.commands.editPart')}</Menu.Item>
              <Menu.Item color="red" onClick={onDelete}>
                {t('parts.delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
    </li>
  )
}
