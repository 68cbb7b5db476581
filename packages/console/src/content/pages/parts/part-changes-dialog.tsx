import { Button, Group, Modal } from '@mantine/core'
import { ArrowRightIcon } from '@phosphor-icons/react/dist/csr/ArrowRight'
import type { StyleUses } from '@vitrine/contract/api/content/styles'
import type { Parts } from '@vitrine/contract/document/expanded-page'
import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { useSave } from '#content/pages/designer/saving/use-save.ts'
import { usesTexts } from '#content/pages/styles/uses-text.ts'
import { PageOf } from '#pictures/pages/page-thumb.tsx'
import { EditedParts } from '#pictures/pages/use-expanded.ts'
import sheet from './parts.module.css'

interface PartChangesDialogProps {
  opened: boolean
  /** The id of the part, and as what it is about to be saved. */
  id: string
  document: ReadDocument
  saving: ReturnType<typeof useSave>
}

const NO_USES: StyleUses = { pages: { first: [], total: 0 }, screens: { first: [], total: 0 } }
const SAVED: Parts = new Map()
/** Pages with pictures. */
const PICTURED = 3

/** Says on which pages and screens saving a part changes something, with pictures, before it does. */
export function PartChangesDialog({ opened, id, document, saving }: PartChangesDialogProps) {
  const { t } = useTranslation()
  const uses = saving.changes ?? NO_USES
  const edited = useMemo<Parts>(() => new Map([[id, document]]), [id, document])
  const pages = uses.pages.first.filter(({ kind }) => kind !== 'part').slice(0, PICTURED)
  return (
    <Modal opened={opened} onClose={saving.giveUp} title={t('parts.changesTitle')} size={640}>
      <div role="status">
        {usesTexts(t, uses).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <ul className={sheet.pages}>
        {pages.map((page) => (
          <li key={page.id}>
            <bdi>{page.name}</bdi>
            <div className={sheet.sides}>
              <Side parts={SAVED} label={t('impact.before')} page={page} />
              <ArrowRightIcon className={sheet.arrow} aria-hidden />
              <Side parts={edited} label={t('impact.after')} page={page} />
            </div>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={saving.giveUp}>
          {t('screenValues.keepEditing')}
        </Button>
        <Button loading={saving.saving} onClick={() => void saving.saveAnyway()} data-autofocus>
          {t('parts.saveEverywhere')}
        </Button>
      </Group>
    </Modal>
  )
}

interface SideProps {
  parts: Parts
  label: string
  page: StyleUses['pages']['first'][number]
}

function Side({ parts, label, page: { kind, id } }: SideProps) {
  return (
    <figure>
      <EditedParts value={parts}>
        <PageOf type={kind === 'layout' ? 'designed' : 'standard'} id={id} />
      </EditedParts>
      <figcaption>{label}</figcaption>
    </figure>
  )
}
