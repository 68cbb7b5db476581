import { Button, Stack } from '@mantine/core'
import { PencilRulerIcon } from '@phosphor-icons/react/dist/csr/PencilRuler'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { type LinkProps, useRouterState } from '@tanstack/react-router'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextKey } from '#lib/text/i18n.ts'
import { usePagePicture } from '#pictures/pages/page-picture.tsx'
import { UnsavedGuard } from '#ui/dialog/unsaved-guard.tsx'
import { ReadOnly } from '#ui/form/read-only.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { OnScreens, useSaySaved } from './designer/bar/on-screens.tsx'
import type { TemplateChooser } from './designer/panels/template-choice.ts'
import type { BaseVersion } from './designer/saving/draft-keeper.ts'
import { useDraftKeeper } from './designer/saving/use-draft-keeper.ts'
import { useOwnSaves } from './designer/saving/use-own-saves.ts'
import { type SavePage, useSave } from './designer/saving/use-save.ts'
import { Designer } from './designer/state/store.ts'
import { DesignerProvider, useDesigner, useDesignerState } from './designer/state/use-designer.ts'
import styles from './page-editor.module.css'

const PageDesigner = lazyPart(async () => (await import('./designer/page-designer.tsx')).PageDesigner)
const PageForm = lazyPart(async () => (await import('./form/page-form.tsx')).PageForm)
const PreviewOf = lazyPart(async () => (await import('./preview/page-preview-of.tsx')).PreviewOf)

/** A link to a comment opens the preview: the form shows no page to put comments on. */
function usePreviewing(designing: boolean) {
  const isLinked = useRouterState({ select: ({ location }) => 'comment' in location.search })
  return useState(isLinked && !designing)
}

type NamedPage = ReadDocument & { name: string }

interface PageEditorProps {
  /** The initial page; later values are ignored. */
  page: NamedPage
  /** Empty until the first save. */
  id: string
  title: string
  nameLabel: string
  /** The list that contains this page. */
  list: { label: string; to: LinkProps['to'] }
  /** The error message of a failed save, from the designer or from the form. */
  failed: (designing: boolean) => TextKey
  /** The key of the draft in the browser. */
  draftKey: string
  mayWrite: boolean
  templates: TemplateChooser
  /** Starts in the designer instead of the form. */
  design?: boolean
  base: BaseVersion
  /**
   * Saves the page with its thumbnail's id, if one could be made. Resolves to the id to play it by, if it is
   * playable. `overwrite` ignores a newer version.
   */
  save: (
    page: { name: string; document: LayoutDocument },
    overwrite: boolean,
    thumbnailId: string | undefined,
    /** Saved from the designer instead of the form. */
    designing: boolean,
  ) => Promise<string | undefined>
  /** Loads the server's current version. */
  reload: () => Promise<NamedPage>
  /** Called after saving, to navigate to the list for example. */
  onSaved: () => void
}

/** Edits a page in a form with a live preview, or in the designer; both share one document. */
export function PageEditor(props: PageEditorProps) {
  const [designer] = useState(() => new Designer(props.page))
  return (
    <DesignerProvider value={designer}>
      <Editor {...props} />
    </DesignerProvider>
  )
}

function Editor(props: PageEditorProps) {
  const { id, title, nameLabel, list, draftKey, base, mayWrite, design = false } = props
  const designer = useDesigner()
  const page = useDesignerState((state) => state.page)
  // Without this permission, only the fields that the design leaves open are editable.
  const mayDesign = useCan('write', 'layouts')
  const [designing, setDesigning] = useState(design && mayDesign)
  const [previewing, setPreviewing] = usePreviewing(designing)
  const picture = usePagePicture(page)
  const saySaved = useSaySaved(id)

  const send: SavePage = async (content, overwrite) => {
    const playable = await props.save(content, overwrite, await picture.take(), designing)
    saySaved(playable === undefined ? undefined : { kind: 'card', id: playable })
    // Wait until the page is marked as saved; otherwise leaving would ask.
    setTimeout(props.onSaved)
  }
  const save = useOwnSaves(send, props.reload, base)
  const failed = props.failed(designing)
  const saving = useSave({ designer, save, failed, kind: 'cards', id })
  const draft = useDraftKeeper(designer, draftKey, base)
  const shared = { id, nameLabel, draft, reload: async () => designer.open(await props.reload()) }

  if (designing)
    return (
      <>
        <Waiting>
          <PageDesigner
            {...shared}
            kind="cards"
            designer={designer}
            back={design ? list : { label: title, onClick: () => setDesigning(false) }}
            failed={failed}
            mayWrite={mayWrite}
            templates={props.templates}
            save={save}
          />
        </Waiting>
        {picture.stage}
      </>
    )
  const form = <PageForm {...shared} saving={saving} />
  return (
    <Page
      title={title}
      breadcrumbs={[list]}
      actions={<Actions {...{ id, mayWrite, mayDesign, saving, setDesigning, setPreviewing }} />}
    >
      <Waiting>{mayWrite ? form : <ReadOnlyForm>{form}</ReadOnlyForm>}</Waiting>
      {mayWrite && <SaveBar saving={saving} />}
      {picture.stage}
      {previewing && (
        <Waiting quiet>
          <PreviewOf id={id} name={page.name} document={page} onClose={() => setPreviewing(false)} />
        </Waiting>
      )}
      <UnsavedGuard when={() => mayWrite && designer.isDirty()} />
    </Page>
  )
}

function ReadOnlyForm({ children }: { children: ReactNode }) {
  return (
    <Stack gap={20}>
      <ReadOnly>{children}</ReadOnly>
    </Stack>
  )
}

interface ActionsProps {
  id: string
  mayWrite: boolean
  mayDesign: boolean
  saving: ReturnType<typeof useSave>
  setDesigning: (designing: boolean) => void
  setPreviewing: (previewing: boolean) => void
}

function Actions({ id, mayWrite, mayDesign, saving, setDesigning, setPreviewing }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <OnScreens id={id} />
      <Button
        variant="default"
        leftSection={<PlayIcon size={16} aria-hidden="true" />}
        onClick={() => setPreviewing(true)}
      >
        {t('cards.preview')}
      </Button>
      {mayWrite && mayDesign && (
        <Button
          variant="default"
          leftSection={<PencilRulerIcon size={16} aria-hidden="true" />}
          onClick={() => setDesigning(true)}
        >
          {t('cards.design')}
        </Button>
      )}
      {mayWrite && <SaveButton saving={saving} className={styles.atTop} />}
    </>
  )
}

function SaveButton({ saving, className }: { saving: ReturnType<typeof useSave>; className?: string }) {
  const { t } = useTranslation()
  const name = useDesignerState((state) => state.page.name)
  return (
    <Button
      className={className}
      loading={saving.saving}
      disabled={name.trim() === ''}
      onClick={() => void saving.saveNow()}
    >
      {t('form.save')}
    </Button>
  )
}

/** A sticky save button for long forms. */
const SaveBar = ({ saving }: { saving: ReturnType<typeof useSave> }) => (
  <div className={styles.bar}>
    <SaveButton saving={saving} />
  </div>
)
