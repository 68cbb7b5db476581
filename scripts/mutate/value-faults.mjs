// Wrong constants, rules and answers.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code
import { CONSOLE, CONTRACT, fault, SCREEN, SERVER, WIDGETS } from './fault.mjs'

const settings = (...rest) => fault(`${WIDGETS}/specification.test.ts`, ...rest)
const values = (...rest) => fault(`${WIDGETS}/specified-values.test.ts`, ...rest)
const entities = (...rest) => fault(`${SERVER}/test/specification/specification-entities.test.ts`, ...rest)
const calls = (...rest) => fault(`${SERVER}/test/specification/specification.test.ts`, ...rest)
const routes = (...rest) => fault(`${CONSOLE}/app/routes.test.ts`, ...rest)
const rules = (...rest) => fault(`${CONTRACT}/rules.test.ts`, ...rest)
const session = (...rest) => fault(`${CONSOLE}/lib/session.test.ts`, ...rest)

export const VALUE_FAULTS = [
  session(
    'S-002',
    'missing field',
    `${CONSOLE}/lib/session.ts`,
    'const NOBODY = { token: null, refreshToken: null, profile: null }',
    'const NOBODY = { token: null, profile: null }',
  ),
  session(
    'E-030',
    'wrong default',
    `${CONSOLE}/lib/session.ts`,
    `STORED_VERSION = '1.1.0'`,
    `STORED_VERSION = '1.2.0'`,
  ),
  values('E-023', 'wrong limit', `${CONTRACT}/api/layouts.ts`, 'width: 7560', 'width: 7680'),
  values('B-011', 'wrong limit', `${WIDGETS}/prayer/definition.ts`, `{ value: 7, label`, `{ value: 6, label`),
  values(
    'B-020',
    'wrong limit',
    `${CONTRACT}/fields/colour.ts`,
    'luminance(colour) > 125',
    'luminance(colour) > 126',
  ),
  values('V-046', 'wrong limit', `${CONTRACT}/fields/field.ts`, '10 + 2 * index', '8 + 2 * index'),
  settings('W-021', 'wrong default', `${WIDGETS}/media-looper/definition.ts`, 'default: 5', 'default: 6'),
  settings(
    'W-034',
    'wrong default',
    `${WIDGETS}/ticker/definition.ts`,
    `label: 'Sentence 2',
      default: { text: '', isBold: true`,
    `label: 'Sentence 2',
      default: { text: '', isBold: false`,
  ),
  settings('W-067', 'wrong limit', `${WIDGETS}/sticky-note/definition.ts`, 'height: 280', 'height: 240'),
  settings(
    'W-048',
    'wrong default',
    `${WIDGETS}/button/definition.ts`,
    `label: 'Shadow', default: true`,
    `label: 'Shadow', default: false`,
  ),
  rules(
    'V-020',
    'skipped check',
    `${CONTRACT}/rules.ts`,
    'minutesOfTime(time) >= minutesOfTime(target)',
    'minutesOfTime(time) > minutesOfTime(target)',
  ),
  rules(
    'V-025',
    'wrong limit',
    `${CONTRACT}/rules.ts`,
    String.raw`/^\d{1,3}(\.\d{1,3}){3}$/`,
    String.raw`/^\d{1,3}(\.\d{1,3}){2,3}$/`,
  ),
  rules(
    'V-015',
    'message text',
    `${CONTRACT}/rules.ts`,
    'Please make sure your passwords match',
    'The passwords differ',
  ),
  routes(
    'R-021',
    'wrong address',
    `${CONSOLE}/app/routes.tsx`,
    `path: 'cards/design-template/$id'`,
    `path: 'cards/template/$id'`,
  ),
  routes(
    'R-008',
    'skipped check',
    `${CONSOLE}/app/routes.tsx`,
    `if (!session.get().token) throw redirect({ to: '/auth', replace: true })`,
    `if (!session) throw redirect({ to: '/auth', replace: true })`,
  ),
  fault(
    `${CONTRACT}/document/layout-document.test.ts`,
    'L-004',
    'missing field',
    `${CONTRACT}/document/layout-document.ts`,
    '`${widgetId}-${field}`',
    '`${field}`',
  ),
  fault(
    `${CONTRACT}/document/layout-document.test.ts`,
    'L-002',
    'wrong default',
    `${CONTRACT}/api/layouts.ts`,
    `type: z.literal('designed').default('designed')`,
    `type: z.string().default('standard')`,
  ),
  fault(
    `${CONTRACT}/permissions.test.ts`,
    'P-001',
    'wrong default',
    `${CONTRACT}/permissions.ts`,
    `superAdmin: '0', admin: '1'`,
    `superAdmin: '1', admin: '0'`,
  ),
  fault(
    `${CONSOLE}/features/auth/kiosk-code.test.ts`,
    'P-006',
    'skipped check',
    `${SCREEN}/auth/kiosk-code.ts`,
    'return new URL(referrer).origin === payload.origin',
    'return false',
  ),
  fault(
    `${CONSOLE}/lib/calls.test.ts`,
    'C-003',
    'skipped check',
    `${CONSOLE}/lib/session.ts`,
    'if (store.get(STORED.token) !== state.getState().token) reload()',
    '',
  ),
  calls(
    'C-051',
    'missing field',
    `${SERVER}/src/features/device-groups/routes.ts`,
    'updateGroup(within(organizationId), params.id, body,',
    'updateGroup(within(organizationId), params.id, { ...body, schedule: undefined },',
  ),
  fault(
    `${CONSOLE}/locales/texts.test.ts`,
    'G-028',
    'skipped check',
    `${CONSOLE}/lib/i18n.ts`,
    'LOCALES.filter(hasTexts)',
    'LOCALES',
  ),
  fault(
    `${SERVER}/src/features/device-groups/device-groups.test.ts`,
    'B-022',
    'wrong limit',
    `${SERVER}/src/features/device-groups/routes.ts`,
    'settings.SCHEDULE_SETTLE_SECONDS * 1000',
    'settings.SCHEDULE_SETTLE_SECONDS * 500',
  ),
  entities(
    'C-040',
    'missing field',
    `${CONTRACT}/api/accounts/users.ts`,
    'response: z.object({ users: z.array(User), total: z.int().optional() })',
    'response: z.object({ users: z.array(User), total: z.int().default(0) })',
  ),
  entities(
    'C-034',
    'wrong status',
    `${SERVER}/src/features/buildings/routes.ts`,
    '    await deleteBuilding(db, id)\n',
    '',
  ),
  calls(
    'C-073',
    'skipped check',
    `${SERVER}/src/features/storyboards/routes.ts`,
    `listStoryboards(db, query, 'pending')`,
    'listStoryboards(db, query)',
  ),
  calls(
    'C-078',
    'skipped check',
    `${CONTRACT}/api/storyboards.ts`,
    `z.enum(['approved', 'rejected']`,
    `z.enum(['approved', 'rejected', 'pending']`,
  ),
]
