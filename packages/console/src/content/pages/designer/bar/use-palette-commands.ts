import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { COMMAND_GROUPS, shownKey } from '#content/pages/designer/commands/command.ts'
import { type AnyCommand, COMMANDS, isEnabled, run } from '#content/pages/designer/commands/commands.ts'
import { widgetIcon } from '#content/pages/designer/panels/widget-icons.ts'
import { frontFirst } from '#content/pages/designer/state/page.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import { isMac } from '#lib/browser/platform.ts'
import type { PaletteCommand } from '#ui/palette/command-palette.tsx'
import { COMMAND_ICONS } from './command-icons.ts'

const ALL = (COMMANDS as readonly AnyCommand[])
  .filter(({ id }) => id !== 'palette')
  .sort((a, b) => COMMAND_GROUPS.indexOf(a.group) - COMMAND_GROUPS.indexOf(b.group))
const ICONS: Partial<Record<string, PaletteCommand['icon']>> = COMMAND_ICONS

/** The designer's commands and the page's widgets, for the palette. */
export function usePaletteCommands(): () => readonly PaletteCommand[] {
  const { t } = useTranslation()
  const designer = useDesigner()
  return useCallback(() => {
    const commands = ALL.map((command) => ({
      id: `designer ${command.id}`,
      label: t(`designer.commands.${command.id}`),
      group: t(`designer.commandGroups.${command.group}`),
      icon: ICONS[command.id],
      keys: command.keys?.[0] && shownKey(command.keys[0], isMac),
      disabled: !isEnabled(command, designer),
      run: () => void run(command, designer),
    }))
    const layers = frontFirst(designer.state.page).map(({ id, type, name }) => ({
      id: `layer ${id}`,
      label: name,
      group: t('designer.selectLayer'),
      icon: widgetIcon(type),
      run: () => {
        designer.select([id])
        designer.request('canvas')
      },
    }))
    return [...commands, ...layers]
  }, [designer, t])
}
