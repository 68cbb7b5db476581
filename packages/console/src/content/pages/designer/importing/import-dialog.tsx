import { Alert, Button, Checkbox, FileButton, Group, Modal, NumberInput } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { notify } from '#lib/toasts.ts'
import { useCan } from '#ui/work/use-can.ts'
import { type DrawingSource, openDrawing } from './drawing-source.ts'
import { Refused } from './drawn-item.ts'
import styles from './import-dialog.module.css'
import { ImportReport } from './import-report.tsx'
import { asPicture, asShapes, type Imported, stored } from './imported.ts'
import { type Way, WayChoice } from './way-choice.tsx'

interface ImportDialogProps {
  designer: Designer
  opened: boolean
  /** A file that was dropped or pasted; without one, the dialog asks for it. */
  file: File | undefined
  onClose: () => void
}

/** Asks what becomes of an SVG or a page of a PDF file, and shows both. */
export function ImportDialog({ designer, opened, file, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} size={860} title={t('importing.title')}>
      {opened && <Asked {...{ designer, file, onClose }} />}
    </Modal>
  )
}

function Asked({ designer, file: given, onClose }: Omit<ImportDialogProps, 'opened'>) {
  const { t } = useTranslation()
  const [file, setFile] = useState(given)
  const [source, setSource] = useState<DrawingSource>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (!file) return
    let isOver = false
    let opened: DrawingSource | undefined
    setSource(undefined)
    setFailure(undefined)
    openDrawing(file)
      .then((one) => {
        opened = one
        if (isOver) one.close()
        else setSource(one)
      })
      .catch((error) => !isOver && setFailure(refusalKey(error)))
    return () => {
      isOver = true
      opened?.close()
    }
  }, [file])
  return (
    <>
      <Group gap={12} mt={4} mb={16}>
        <FileButton accept=".svg,.pdf,image/svg+xml,application/pdf" onChange={(one) => one && setFile(one)}>
          {(props) => (
            <Button {...props} variant="default" data-autofocus>
              {t(file ? 'importing.otherFile' : 'importing.chooseFile')}
            </Button>
          )}
        </FileButton>
        {file ? <bdi className={styles.name}>{file.name}</bdi> : <span>{t('importing.kinds')}</span>}
      </Group>
      {failure && (
        <Alert color="red" role="alert">
          {t(`importing.refused.${failure as Refused['reason']}`)}
        </Alert>
      )}
      {file && source && <Ways key={file.name} {...{ designer, file, source, onClose }} />}
      {!(file && source) && (
        <Group justify="flex-end" mt={24}>
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
        </Group>
      )}
    </>
  )
}

const refusalKey = (error: unknown): Refused['reason'] => (error instanceof Refused ? error.reason : 'broken')

type Results = Partial<Record<Way, Imported | Refused['reason']>>

interface WaysProps {
  designer: Designer
  file: File
  source: DrawingSource
  onClose: () => void
}

function Ways({ designer, file, source, onClose }: WaysProps) {
  const { t } = useTranslation()
  const mayStore = useCan('write', 'media')
  const isEmpty = designer.state.page.widgets.length === 0
  const [number, setNumber] = useState(1)
  const [takesShape, setTakesShape] = useState(isEmpty && source.pages > 0 && /\.pdf$/i.test(file.name))
  const [way, setWay] = useState<Way>()
  const [isStoring, setStoring] = useState(false)
  const results = useResults({ designer, file, source, number, takesShape, mayStore })
  const { shapes, picture } = results
  const chosenWay = way ?? (typeof shapes === 'string' ? 'picture' : 'shapes')
  const chosen = results[chosenWay]
  const add = async (imported: Imported) => {
    setStoring(true)
    try {
      const done = await stored(imported)
      if (!done) return notify({ kind: 'negative', message: t('importing.notStored') })
      designer.commit(done.page, { name: 'paste', count: done.ids.length })
      designer.select(done.ids)
      if (takesShape) designer.fit()
      onClose()
    } finally {
      setStoring(false)
    }
  }
  return (
    <>
      {source.pages > 1 && <PageField {...{ source, number, setNumber }} />}
      <WayChoice ways={{ shapes, picture }} way={chosenWay} setWay={setWay} />
      {isEmpty && (
        <Checkbox
          mt={16}
          label={t('importing.takesShape')}
          checked={takesShape}
          onChange={({ currentTarget }) => setTakesShape(currentTarget.checked)}
        />
      )}
      {chosenWay === 'shapes' && shapes && typeof shapes !== 'string' && <ImportReport imported={shapes} />}
      {!mayStore && <p className={styles.note}>{t('importing.noMedia')}</p>}
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button
          loading={isStoring}
          disabled={!chosen || typeof chosen === 'string'}
          onClick={() => chosen && typeof chosen !== 'string' && void add(chosen)}
        >
          {t('importing.add')}
        </Button>
      </Group>
    </>
  )
}

interface PageFieldProps {
  source: DrawingSource
  number: number
  setNumber: (number: number) => void
}

function PageField({ source, number, setNumber }: PageFieldProps) {
  const { t } = useTranslation()
  return (
    <NumberInput
      className={styles.page}
      label={t('importing.page', { pages: source.pages })}
      min={1}
      max={source.pages}
      clampBehavior="strict"
      value={number}
      onChange={(value) => typeof value === 'number' && value >= 1 && setNumber(value)}
    />
  )
}

interface Asking extends Omit<WaysProps, 'onClose'> {
  number: number
  takesShape: boolean
  mayStore: boolean
}

/** Both ways, each once it is there, or why it isn't possible. */
function useResults({ designer, file, source, number, takesShape, mayStore }: Asking): Results {
  const wanted = useMemo(
    () => ({
      page: designer.state.page,
      source,
      number,
      name: file.name.replace(/\.[^.]*$/, '').slice(0, 80) || 'Drawing',
      takesShape,
      mayStore,
    }),
    [designer, source, number, file, takesShape, mayStore],
  )
  const [results, setResults] = useState<{ of?: object } & Results>({})
  useEffect(() => {
    let isOver = false
    const show = (way: Way, result: Imported | Refused['reason']) =>
      !isOver &&
      setResults((before) => ({ ...(before.of === wanted ? before : {}), of: wanted, [way]: result }))
    const run = async () => {
      await asShapes(wanted).then(
        (result) => show('shapes', result),
        (error) => show('shapes', refusalKey(error)),
      )
      if (!isOver && mayStore)
        await asPicture(wanted).then(
          (result) => show('picture', result),
          (error) => show('picture', refusalKey(error)),
        )
    }
    void run()
    return () => {
      isOver = true
    }
  }, [wanted, mayStore])
  return results.of === wanted ? results : {}
}
