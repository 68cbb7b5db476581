import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { Part } from '@vitrine/contract/api/content/parts'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { StandaloneDesigner } from '#content/pages/standalone-designer.tsx'
import { LateTemplatePicker } from '#content/templates/late-template-picker.tsx'
import { api } from '#lib/api.ts'
import { notify } from '#lib/toasts.ts'
import { changedByParts, partQuery } from '#queries/parts.ts'
import { useCan } from '#ui/work/use-can.ts'
import { LoadFailed, PageWaiting } from './load-failed.tsx'

const pageOf = (part: Part) => ({ name: part.name, ...readDocument(part, WIDGET_FIELDS) })

/** A part in the designer. */
export function PartDesignPage() {
  const { id = '' } = useParams({ strict: false })
  // Load once: a refetch must not change what a user is editing.
  const query = useQuery({
    ...partQuery(id),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (query.isFetching && !query.data) return <PageWaiting />
  if (!query.data) return <LoadFailed error={query.error} retry={() => void query.refetch()} />
  return <PartDesigner key={id} part={query.data} />
}

function PartDesigner({ part: { id, version, ...part } }: { part: Part }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const router = useRouter()
  const mayWrite = useCan('write', 'layouts')
  const base = useRef<number | undefined>(version)
  const save = async ({ name, document }: { name: string; document: LayoutDocument }, overwrite: boolean) => {
    const body = { name, ...document, version: overwrite ? undefined : base.current }
    const { part: saved, uses } = await api.parts.update({ params: { id }, query: {}, body })
    base.current = saved.version
    await Promise.all(changedByParts.map((queryKey) => client.invalidateQueries({ queryKey })))
    notify({ kind: 'positive', message: t('parts.saved', { count: uses.pages.total }) })
  }
  const reload = async () => {
    const { part: stored } = await api.parts.get({ params: { id } })
    base.current = stored.version
    return pageOf(stored)
  }
  return (
    <StandaloneDesigner
      page={pageOf({ id, version, ...part })}
      kind="parts"
      id={id}
      draftKey={`part ${id}`}
      back={{ label: t('parts.pages'), onClick: () => router.history.back() }}
      nameLabel={t('parts.name')}
      failed="errors.updatePart"
      mayWrite={mayWrite}
      templates={LateTemplatePicker}
      sizes
      base={base}
      save={save}
      reload={reload}
    />
  )
}
