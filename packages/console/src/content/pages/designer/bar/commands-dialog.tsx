import { Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COMMAND_GROUPS, shownKey } from '#content/pages/designer/commands/command.ts'
import { type AnyCommand, COMMANDS, isEnabled, run } from '#content/pages/designer/commands/commands.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import { isMac } from '#lib/browser/platform.ts'
import styles from './commands.module.css'

/** Commands with shortcuts; the palette has all of them. */
const ALL: readonly AnyCommand[] = (COMMANDS as readonly AnyCommand[]).filter(({ keys }) => keys)

interface CommandsDialogProps {
  opened: boolean
  onClose: () => void
}

/** The list of shortcuts; clicking one runs the command. */
export function CommandsDialog({ opened, onClose }: CommandsDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('designer.commands.help')} size={720}>
      <CommandList onClose={onClose} />
    </Modal>
  )
}

function CommandList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const nameOf = ({ id }: AnyCommand) => t(`designer.commands.${id}`)
  const found = ALL.filter((command) => nameOf(command).toLowerCase().includes(wanted))
  const start = (command: AnyCommand) => {
    onClose()
    run(command, designer)
  }
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('designer.findCommand')}
        placeholder={t('designer.findCommand')}
        value={search}
        data-autofocus
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          const first = found.find((command) => isEnabled(command, designer))
          if (event.key === 'Enter' && first) start(first)
        }}
      />
      {found.length === 0 && <p className={styles.note}>{t('fields.noMatch')}</p>}
      {COMMAND_GROUPS.map((group) => {
        const commands = found.filter((command) => command.group === group)
        if (commands.length === 0) return null
        return (
          <section key={group} className={styles.commandGroup}>
            <h3>{t(`designer.commandGroups.${group}`)}</h3>
            <div className={styles.commandGrid}>
              {commands.map((command) => (
                <CommandButton
                  key={command.id}
                  command={command}
                  disabled={!isEnabled(command, designer)}
                  onClick={() => start(command)}
                />
              ))}
            </div>
          </section>
        )
      })}
      <MouseHelp />
    </>
  )
}

const GESTURES = [
  'pan',
  'zoom',
  'add',
  'under',
  'open',
  'copy',
  'axis',
  'ratio',
  'centre',
  'free',
  'measure',
  'scrub',
] as const

function MouseHelp() {
  const { t } = useTranslation()
  return (
    <section className={styles.commandGroup}>
      <h3>{t('designer.mouse.title')}</h3>
      <ul className={styles.mouse}>
        {GESTURES.map((gesture) => (
          <li key={gesture}>{t(`designer.mouse.${gesture}`)}</li>
        ))}
      </ul>
    </section>
  )
}

interface CommandButtonProps {
  command: AnyCommand
  disabled: boolean
  onClick: () => void
}

function CommandButton({ command, disabled, onClick }: CommandButtonProps) {
  const { t } = useTranslation()
  return (
    <button type="button" className={styles.command} disabled={disabled} onClick={onClick}>
      <span>{t(`designer.commands.${command.id}`)}</span>
      <span>
        {command.keys?.slice(0, 1).map((key) => (
          <kbd key={key} className={styles.key} dir="ltr">
            {shownKey(key, isMac)}
          </kbd>
        ))}
      </span>
    </button>
  )
}
