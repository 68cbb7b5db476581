import { Button } from '@mantine/core'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { SecretShown, type ShownSecret } from './secret-shown.tsx'

interface Props<Made> {
  /** The button, the title once it is created, and what to do with the secrets. */
  texts: { add: string; created: string; once: string }
  form: (onCreated: (made: Made) => void) => ReactNode
  secretsOf: (made: Made) => readonly ShownSecret[]
}

/** Adds something whose secrets are shown once: a button, its form, then the secrets. */
export function AddWithSecret<Made>({ texts, form, secretsOf }: Props<Made>) {
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<Made>()
  const close = () => {
    setAdding(false)
    setMade(undefined)
  }
  return (
    <div>
      <Button leftSection={<PlusIcon size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
        {texts.add}
      </Button>
      <FormDialog opened={adding} onClose={close} title={made === undefined ? texts.add : texts.created}>
        {made === undefined ? (
          // The saved values become the baseline first: closing asks nothing.
          form((created) => queueMicrotask(() => setMade(created)))
        ) : (
          <SecretShown text={texts.once} secrets={secretsOf(made)} onDone={close} />
        )}
      </FormDialog>
    </div>
  )
}
