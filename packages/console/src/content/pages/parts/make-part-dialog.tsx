import { Button, Group, Modal, TextInput } from '@mantine/core'
import { writeDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusCanvas } from '#content/pages/designer/focus-canvas.ts'
import { partOf, replacedByPart, whyNoPart } from '#content/pages/designer/state/parts.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { addedText } from '#lib/text/done-text.ts'
import { partsKey } from '#queries/parts.ts'
import { useWrite } from '#ui/work/use-write.ts'

interface MakePartDialogProps {
  designer: Designer
  opened: boolean
  onClose: () => void
}

/** Asks for a name, and makes a part of the selection, which the page shows in its place. */
export function MakePartDialog({ designer, opened, onClose }: MakePartDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('parts.make')} size={480}>
      {opened && <MakePartForm designer={designer} onClose={onClose} />}
    </Modal>
  )
}

/** Characters of a part's name. */
const NAME_MAX = 100

type FormProps = Omit<MakePartDialogProps, 'opened'>

/** One field: without the library of forms, which the designer doesn't load. */
function useMakePart({ designer, onClose }: FormProps) {
  const { t } = useTranslation()
  const organizationId = useOrganizationId()
  const [{ page, widgets }] = useState(() => ({ page: designer.state.page, widgets: designer.movable() }))
  const why = whyNoPart(widgets)
  const [name, setName] = useState(() => groupOf(widgets) ?? '')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = useWrite({
    write: (wanted: string) => {
      const document = writeDocument(partOf(page, widgets), WIDGET_FIELDS)
      return api.parts.create({ body: { ...document, name: wanted, organizationId } })
    },
    done: (_, wanted) => addedText(wanted),
    failed: 'errors.createPart',
    invalidates: [partsKey],
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const wanted = name.trim()
    if (wanted === '') return setProblem(t('validation.required', { field: t('parts.name') }))
    setBusy(true)
    try {
      const { part } = await save(wanted)
      replacedByPart(
        designer,
        widgets.map(({ id }) => id),
        part,
      )
      onClose()
      focusCanvas()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(Object.values(error.errors)[0])
    } finally {
      setBusy(false)
    }
  }
  const type = (typed: string) => {
    setName(typed)
    setProblem(undefined)
  }
  return { why, name, problem, busy, submit, type }
}

function MakePartForm(props: FormProps) {
  const { t } = useTranslation()
  const { why, name, problem, busy, submit, type } = useMakePart(props)
  if (why) return <p role="alert">{t(`parts.why.${why}`)}</p>
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label={t('parts.name')}
        withAsterisk
        data-autofocus
        dir="auto"
        autoComplete="off"
        maxLength={NAME_MAX}
        value={name}
        error={problem}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <p>{t('parts.makeHint')}</p>
      <Group justify="flex-end" gap={8} mt={16}>
        <Button variant="default" onClick={props.onClose}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('parts.create')}
        </Button>
      </Group>
    </form>
  )
}

/** The name of the group that all of some widgets are in. */
function groupOf(widgets: readonly { group?: string }[]): string | undefined {
  const [first] = widgets
  return widgets.every(({ group }) => group === first?.group) ? first?.group : undefined
}
