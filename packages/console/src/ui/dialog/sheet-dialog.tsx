import { Anchor, Button } from '@mantine/core'
import {
  SHEET_CHARACTERS,
  SHEET_COLUMNS,
  SHEET_REQUIRED,
  type SheetAnswer,
  type SheetKind,
} from '@vitrine/contract/api/base/sheet'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '#lib/text/error-text.ts'
import { numberText } from '#lib/text/format.ts'
import { notify } from '#lib/toasts.ts'
import { ClearableFileInput } from '#ui/form/clearable-file-input.tsx'
import { FormDialog } from './form-dialog.tsx'
import styles from './sheet-dialog.module.css'

export interface SheetDialogProps {
  opened: boolean
  onClose: () => void
  kind: SheetKind
  /** Sends a file in Base64. */
  send: (content: string, isDryRun: boolean) => Promise<SheetAnswer>
  onImported: () => void
}

/** Imports a CSV file: first shows what is wrong with its rows, then imports them all. */
export function SheetDialog({ opened, onClose, ...form }: SheetDialogProps) {
  const { t } = useTranslation()
  return (
    <FormDialog opened={opened} onClose={onClose} title={t(`sheet.title.${form.kind}`)} wide>
      {opened && <SheetForm {...form} onClose={onClose} />}
    </FormDialog>
  )
}

interface Checked {
  content: string
  answer: SheetAnswer
}

type FormProps = Omit<SheetDialogProps, 'opened'>

/** The chosen file, what a dry run says about it, and its import. */
function useSheet({ send, onImported, onClose }: FormProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [checked, setChecked] = useState<Checked>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(failureText(failure, 'sheet.failed'))
    } finally {
      setBusy(false)
    }
  }
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setChecked(undefined)
    setError(undefined)
    if (!chosen) return
    void run(async () => {
      if (chosen.size > (SHEET_CHARACTERS / 4) * 3) return setError(t('sheet.large'))
      const content = base64(new Uint8Array(await chosen.arrayBuffer()))
      setChecked({ content, answer: await send(content, true) })
    })
  }
  const importAll = () =>
    run(async () => {
      if (!checked) return
      await send(checked.content, false)
      notify({ kind: 'positive', message: t('sheet.done', { count: checked.answer.rows.length }) })
      onImported()
      onClose()
    })
  return { file, choose, answer: checked?.answer, error, isBusy, importAll }
}

function SheetForm(props: FormProps) {
  const { kind, onClose } = props
  const { t } = useTranslation()
  const { file, choose, answer, error, isBusy, importAll } = useSheet(props)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    choose(event.dataTransfer.files[0] ?? null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the input
    <div className={styles.form} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Help kind={kind} />
      <ClearableFileInput
        label={t('sheet.file')}
        placeholder={t('sheet.choose')}
        accept=".csv,.tsv,.txt,text/csv"
        value={file}
        onChange={choose}
        disabled={isBusy}
        error={error}
      />
      {answer && <Rows answer={answer} />}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button loading={isBusy} disabled={!answer || answer.problems > 0} onClick={() => void importAll()}>
          {answer ? t('sheet.import', { count: answer.rows.length }) : t('sheet.importNone')}
        </Button>
      </div>
    </div>
  )
}

function Help({ kind }: Pick<FormProps, 'kind'>) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t(`sheet.text.${kind}`)}</p>
      <p>
        {t('sheet.columns')}{' '}
        <bdi dir="ltr">
          {SHEET_COLUMNS[kind].map((column) => (isRequired(kind, column) ? `${column}*` : column)).join(', ')}
        </bdi>
        {'. '}
        <Anchor href={templateOf(kind)} download={`${kind}.csv`}>
          {t('sheet.template')}
        </Anchor>
      </p>
    </>
  )
}

const isRequired = (kind: SheetKind, column: string) =>
  (SHEET_REQUIRED[kind] as readonly string[]).includes(column)

/** Rows that the preview lists, those with a problem first. */
const SHOWN = 100

function Rows({ answer: { rows, problems } }: { answer: SheetAnswer }) {
  const { t } = useTranslation()
  const sorted = rows.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null))
  return (
    <>
      <p role="status">
        {problems > 0 ? t('sheet.problems', { count: problems }) : t('sheet.fine', { count: rows.length })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard */}
      <section className={styles.rows} tabIndex={0} aria-label={t('sheet.rows')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('sheet.row')}</th>
              <th scope="col">{t('sheet.name')}</th>
              <th scope="col">{t('sheet.problem')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, SHOWN).map(({ line, name, problem }) => (
              <tr key={line} data-wrong={problem !== null || undefined}>
                <td>{numberText(line)}</td>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td>{problem ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length > SHOWN && <p>{t('sheet.more', { count: rows.length - SHOWN })}</p>}
      </section>
    </>
  )
}

const EXAMPLES: Record<SheetKind, string> = {
  screens: 'Lobby left,tv,Lobby,Main building,Ground floor,"menu, lobby"',
  users: 'Ada,Lovelace,ada@example.org,user,"media, cards"',
  buildings: 'Main building,"1 Main Street","48.2082, 16.3738",Ground floor',
}

/** The column names and an example, with a byte order mark for spreadsheets. */
const templateOf = (kind: SheetKind) =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${SHEET_COLUMNS[kind].join(',')}\r\n${EXAMPLES[kind]}\r\n`)}`

/** Characters at a time: arguments of a call are limited. */
const PIECE = 0x8000

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += PIECE)
    text += String.fromCharCode(...bytes.subarray(start, start + PIECE))
  return btoa(text)
}
