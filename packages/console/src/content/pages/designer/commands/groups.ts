import { plainText } from '@vitrine/contract/plain-text'
import {
  freeGroupName,
  grouped,
  groupNames,
  groupOf,
  membersOf,
  withoutGroup,
} from '#content/pages/designer/state/groups.ts'
import { frontFirst, withWidgets } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { type Command, hasSelection } from './command.ts'

/** The selected group, if nothing else is selected and it isn't entered. */
export function selectedGroup(designer: Designer): string | undefined {
  const { page, entered } = designer.state
  const group = groupOf(page, designer.selected())
  return group === entered ? undefined : group
}

/** Enters the selected group and selects its front member. Returns false if no group is selected. */
export function enterGroup(designer: Designer, id?: string): boolean {
  const group = selectedGroup(designer)
  if (group === undefined) return false
  const front = frontFirst(designer.state.page).find((widget) => widget.group === group)
  const member = id ?? front?.id
  designer.enter(group, member === undefined ? [] : [member])
  return true
}

/** Selects the entered group as a whole. Returns false outside of groups. */
export function leaveGroup(designer: Designer): boolean {
  const { entered, page } = designer.state
  if (entered === null) return false
  designer.set({ entered: null })
  designer.select(membersOf(page, entered).map(({ id }) => id))
  return true
}

/** Renames a group; an empty or taken name is ignored. */
export function renamedGroup(designer: Designer, group: string, wanted: string): void {
  const { page, entered } = designer.state
  const name = plainText(wanted).trim()
  if (name === '' || name === group || groupNames(page).has(name)) return
  const members = membersOf(page, group).map((widget) => ({ ...widget, group: name }))
  designer.commit(withWidgets(page, members), { name: 'rename', count: 1 })
  if (entered === group) designer.set({ entered: name })
}

/** Whether another group has this name. */
export const isGroupNameTaken = ({ state: { page } }: Designer, group: string, wanted: string): boolean =>
  wanted.trim() !== group && groupNames(page).has(wanted.trim())

export const GROUPS = [
  {
    id: 'group',
    group: 'arrange',
    keys: ['mod+KeyG'],
    menu: true,
    enabled: (designer) => designer.selected().length > 1 && selectedGroup(designer) === undefined,
    run: (designer) => {
      const { page } = designer.state
      const ids = designer.selected().map(({ id }) => id)
      const name = freeGroupName(groupNames(page), designer.groupLabel)
      designer.commit(grouped(page, ids, name), { name: 'group', count: ids.length })
      designer.set({ entered: null })
    },
  },
  {
    id: 'ungroup',
    group: 'arrange',
    keys: ['mod+shift+KeyG'],
    menu: true,
    enabled: (designer) =>
      hasSelection(designer) && designer.selected().some(({ group }) => group !== undefined),
    run: (designer) => {
      const widgets = designer.selected().filter(({ group }) => group !== undefined)
      const { page } = designer.state
      const label = { name: 'ungroup', count: widgets.length } as const
      designer.commit(withWidgets(page, widgets.map(withoutGroup)), label)
      designer.set({ entered: null })
    },
  },
] as const satisfies readonly Command[]
