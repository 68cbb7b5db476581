import { type ReactNode, useState } from 'react'
import { FormDialog } from './form-dialog.tsx'

interface EntryForms<Entry> {
  add: { title: string; drawer?: boolean; wide?: boolean; form: (close: () => void) => ReactNode }
  edit: {
    title: string
    drawer?: boolean
    wide?: boolean
    form: (entry: Entry, close: () => void) => ReactNode
  }
}

/** A list's dialogs to add and edit entries. Render `dialogs` in the page. */
export function useEntryForms<Entry extends { id: string }>({ add, edit }: EntryForms<Entry>) {
  const [adding, setAdding] = useState(false)
  const [entry, setEntry] = useState<Entry>()
  const endAdding = () => setAdding(false)
  const endEditing = () => setEntry(undefined)
  const dialogs = (
    <>
      <FormDialog opened={adding} onClose={endAdding} title={add.title} drawer={add.drawer} wide={add.wide}>
        {add.form(endAdding)}
      </FormDialog>
      <FormDialog
        opened={entry !== undefined}
        onClose={endEditing}
        title={edit.title}
        drawer={edit.drawer}
        wide={edit.wide}
        history={entry?.id}
      >
        {entry !== undefined && edit.form(entry, endEditing)}
      </FormDialog>
    </>
  )
  return { create: { label: add.title, onClick: () => setAdding(true) }, edit: setEntry, dialogs }
}
