import { ActionIcon, Tooltip } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { shownKey } from '#content/pages/designer/commands/command.ts'
import { commandOf, isEnabled, run } from '#content/pages/designer/commands/commands.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import { isMac } from '#lib/browser/platform.ts'
import { COMMAND_ICONS } from './command-icons.ts'

/** A command as an icon button; the tooltip has its name and shortcut. */
export const CommandButton = memo(function CommandButton({ id }: { id: keyof typeof COMMAND_ICONS }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const command = commandOf(id)
  const enabled = useStore(designer.store, () => isEnabled(command, designer))
  const checked = useStore(designer.store, () => command.checked?.(designer))
  const Sign = COMMAND_ICONS[id]
  const key = command.keys?.[0]
  const name = t(`designer.commands.${id}`)
  return (
    <Tooltip label={key ? `${name} · ${shownKey(key, isMac)}` : name}>
      <ActionIcon
        variant={checked ? 'light' : 'subtle'}
        aria-label={name}
        aria-pressed={checked}
        disabled={!enabled}
        onClick={() => run(command, designer)}
      >
        <Sign size={18} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
})
