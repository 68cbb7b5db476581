import { Modal } from '@mantine/core'
import type { Icon } from '@phosphor-icons/react'
import { MagnifyingGlassIcon } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { matching } from './command-match.ts'
import styles from './command-palette.module.css'

/** A command of the palette, or a record to open. */
export interface PaletteCommand {
  /** Unique in the palette. */
  id: string
  label: string
  /** The heading; commands of a group must be adjacent. */
  group: string
  icon?: Icon
  /** Additional search keywords. */
  words?: string
  /** A secondary text beside the label: a folder, a size, a status. */
  detail?: string
  /** The shortcut as displayed: `Ctrl Z`. */
  keys?: string
  disabled?: boolean
  run: () => void
}

interface CommandPaletteProps {
  opened: boolean
  onClose: () => void
  /** Filtered here by every typed word. */
  commands: readonly PaletteCommand[]
  /** Results of `onSearch`, appended unfiltered. */
  found?: readonly PaletteCommand[]
  onSearch?: (search: string) => void
  /** Whether more results are loading. */
  searching?: boolean
}

/** The command palette: typing filters, arrows select, Enter runs, Escape closes. */
export function CommandPalette({ opened, onClose, ...list }: CommandPaletteProps) {
  const { t } = useTranslation()
  const before = useRef<Element>(null)
  // Restore the focus before running a command, which may move it.
  const close = () => {
    onClose()
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
  }
  return (
    // On the root, because Modal.Content also passes its class to the surrounding frame.
    <Modal.Root
      opened={opened}
      onClose={close}
      size={600}
      yOffset="12vh"
      returnFocus={false}
      // No transition: the next key press already belongs to the palette.
      transitionProps={{ duration: 0 }}
      classNames={{ content: styles.content }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')}>
        <List {...list} before={before} onClose={close} />
      </Modal.Content>
    </Modal.Root>
  )
}

const NONE: readonly PaletteCommand[] = []

function List({
  commands,
  found = NONE,
  onSearch,
  searching = false,
  before,
  onClose,
}: Omit<CommandPaletteProps, 'opened'> & {
  /** Receives the previously focused element. */
  before: RefObject<Element | null>
}) {
  const { t } = useTranslation()
  const id = useId()
  const [search, setSearch] = useState('')
  const [wanted, setWanted] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const groups = useMemo(() => grouped([...matching(commands, search), ...found]), [commands, search, found])
  const shown = groups.flatMap((group) => group.commands)
  const choices = shown.filter(({ disabled }) => !disabled)
  const at = Math.min(wanted, choices.length - 1)
  const active = choices[at]

  useEffect(() => {
    const option = list.current?.querySelector('[aria-selected="true"]')
    option?.scrollIntoView({ block: 'nearest' })
  })

  const start = (command: PaletteCommand | undefined) => {
    if (!command || command.disabled) return
    onClose()
    command.run()
  }
  const look = (wanted: string) => {
    setSearch(wanted)
    setWanted(0)
    onSearch?.(wanted)
  }
  // A layout effect, to take the focus before the next key press.
  useLayoutEffect(() => {
    before.current = document.activeElement
    box.current?.focus({ preventScroll: true })
  }, [before])
  const onKeyDown = (event: KeyboardEvent) => {
    const count = choices.length
    const to: Record<string, () => number> = {
      ArrowDown: () => (at + 1) % count,
      ArrowUp: () => (at - 1 + count) % count,
      PageDown: () => Math.min(at + PAGE, count - 1),
      PageUp: () => Math.max(at - PAGE, 0),
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) start(active)
    else if (count > 0 && to[event.key]) setWanted(to[event.key]?.() ?? 0)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.search}>
        <MagnifyingGlassIcon size={18} aria-hidden="true" />
        <input
          ref={box}
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={active && `${id}-${active.id}`}
          aria-autocomplete="list"
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          value={search}
          data-autofocus
          onChange={(event) => look(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={id} className={styles.list} role="listbox" aria-label={t('palette.title')}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
          <div key={group.name} role="group" aria-label={group.name}>
            <div className={styles.group} aria-hidden="true">
              {group.name}
            </div>
            {group.commands.map((command) => (
              <Option
                key={command.id}
                id={`${id}-${command.id}`}
                command={command}
                active={command === active}
                onPoint={() => setWanted(choices.indexOf(command))}
                onRun={() => start(command)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={styles.state} role="status">
        {shown.length === 0 ? t(searching ? 'palette.searching' : 'palette.none') : ''}
      </p>
    </>
  )
}
/** Options that Page Up and Page Down skip. */
const PAGE = 8

interface OptionProps {
  id: string
  command: PaletteCommand
  active: boolean
  onPoint: () => void
  onRun: () => void
}

function Option({ id, command, active, onPoint, onRun }: OptionProps) {
  const { label, detail, keys, disabled = false, icon: Sign } = command
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text box's, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the text box keeps the focus and names the active option
    <div
      id={id}
      className={styles.option}
      role="option"
      aria-selected={active}
      aria-disabled={disabled}
      onPointerMove={() => !active && !disabled && onPoint()}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <span className={styles.sign}>{Sign && <Sign size={18} aria-hidden="true" />}</span>
      <span className={styles.label}>{label}</span>
      {detail && <span className={styles.detail}>{detail}</span>}
      {keys && (
        <kbd className={styles.keys} dir="ltr">
          {keys}
        </kbd>
      )}
    </div>
  )
}

/** Groups commands, in the order in which the groups first occur. */
function grouped(commands: readonly PaletteCommand[]) {
  const groups = new Map<string, PaletteCommand[]>()
  for (const command of commands) groups.set(command.group, [...(groups.get(command.group) ?? []), command])
  return [...groups].map(([name, members]) => ({ name, commands: members }))
}
