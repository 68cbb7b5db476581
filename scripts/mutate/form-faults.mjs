// Wrong forms of the console.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code
import { CONSOLE, CONTRACT, fault, SCREENS, TEXTS } from './fault.mjs'

const actions = (...rest) => fault(`${SCREENS}/actions.test.tsx`, ...rest)
const forms = (...rest) => fault(`${SCREENS}/forms.test.tsx`, ...rest)
const kinds = (...rest) => fault(`${SCREENS}/input-kinds.test.tsx`, ...rest)

export const FORM_FAULTS = [
  actions(
    'A-009',
    'wrong order',
    `${CONTRACT}/fields/actions.ts`,
    'props.layoutOrder + 1',
    'props.layoutOrder',
  ),
  actions(
    'A-010',
    'missing field',
    TEXTS,
    'Show %{order} in “%{zone}” (%{layout})',
    'Show %{order} (%{layout})',
  ),
  actions(
    'A-023',
    'missing field',
    `${CONSOLE}/fields/actions/action-form.tsx`,
    '{host.devices.map((device) => (',
    '{host.devices.slice(1).map((device) => (',
  ),
  actions(
    'A-024',
    'wrong field',
    `${CONSOLE}/fields/actions/action-form.tsx`,
    'set({ target: device.id })',
    'set({ target: device.name })',
  ),
  actions(
    'A-045',
    'wrong order',
    `${CONSOLE}/fields/actions/action-prop-field.tsx`,
    'label: item ? `${index + 1} · ${item.name}`',
    'label: item ? `${index} · ${item.name}`',
  ),
  actions(
    'A-049',
    'wrong order',
    `${CONSOLE}/fields/actions/actions-dialog.tsx`,
    '[...before, rowOf(action)]',
    '[rowOf(action), ...before]',
  ),
  actions(
    'A-018',
    'message key',
    `${CONSOLE}/fields/actions/actions-control.tsx`,
    `count === 0 ? 'actions.add'`,
    `count < 9 ? 'actions.add'`,
  ),
  fault(
    `${CONSOLE}/fields/actions/action-draft.test.ts`,
    'A-042',
    'wrong default',
    `${CONSOLE}/fields/actions/action-draft.ts`,
    `target: draft.elsewhere ? draft.target.trim() : ''`,
    `target: draft.target.trim() || 'here'`,
  ),
  forms('D-005', 'wrong limit', `${CONSOLE}/ui/list/list-search.ts`, 'PAGE_SIZE = 10', 'PAGE_SIZE = 12'),
  forms(
    'D-022',
    'missing field',
    `${CONTRACT}/api/accounts/users.ts`,
    'permissions: boundedList(z.array(Permission).max(20)).default([]),',
    'permissions: boundedList(z.array(Permission).max(20)).default([]).transform(() => []),',
  ),
  forms(
    'V-014',
    'skipped check',
    `${CONSOLE}/accounts/auth/register-page.tsx`,
    'password === repeat',
    'password !== undefined',
  ),
  forms(
    'V-003',
    'skipped check',
    `${CONSOLE}/ui/form/entity-form.tsx`,
    '<Button type="submit" disabled={missing.length > 0} loading',
    '<Button type="submit" loading',
  ),
  kinds(
    'I-010',
    'wrong handler',
    `${CONSOLE}/fields/controls/color-swatches.tsx`,
    'onChange={() => onChange(colour)}',
    'onChange={() => onChange(value)}',
  ),
  kinds('D-011', 'wrong limit', `${CONSOLE}/fields/controls/group.tsx`, '{index > 0 && (', '{index > 1 && ('),
  kinds(
    'D-016',
    'wrong limit',
    `${CONSOLE}/fields/controls/table.ts`,
    'TABLE_PAGE_SIZE = 6',
    'TABLE_PAGE_SIZE = 8',
  ),
  kinds(
    'S-015',
    'skipped check',
    `${CONSOLE}/fields/controls/table.ts`,
    'rows.filter((row) => !isEmptyRow(row))',
    '[...rows]',
  ),
]
