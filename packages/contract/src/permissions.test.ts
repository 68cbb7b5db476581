import { expect, it } from 'vitest'
import { contract } from './index.ts'
import { type Actor, can, PERMISSIONS, ROLE_AREAS, ROLES } from './permissions.ts'
import { type Route, routesOf } from './route.ts'

const actor = (changes: Partial<Actor>): Actor => ({
  role: ROLES.user,
  permissions: [],
  kiosk: false,
  ...changes,
})

/** A cell of the table: yes, only with a permission, or empty. */
function mayCall({ who }: Route, column: Partial<Actor>): string {
  if (typeof who !== 'object') return ''
  const level = 'read' in who ? 'read' : 'write'
  const area = 'read' in who ? who.read : who.write
  if (can(actor(column), level, area)) return 'yes'
  const needed = ROLE_AREAS.filter((each) => can(actor({ ...column, permissions: [each] }), level, area))
  const named = (each: (typeof ROLE_AREAS)[number]) =>
    (PERMISSIONS as readonly string[]).includes(each) ? `\`${each}\`` : `\`${each}\` of a custom role`
  return column.kiosk ? '' : needed.map(named).join(' or ')
}

const row = (route: Route): string => {
  const cells = [
    `\`${[route.path, ...(route.aliases ?? [])].join('`, `')}\``,
    route.everywhere ? `${route.method} \\*` : route.method,
    mayCall(route, { role: ROLES.superAdmin }),
    mayCall(route, { role: ROLES.admin }),
    mayCall(route, {}),
    mayCall(route, { kiosk: true }),
    route.who === 'device' ? 'yes' : '',
    route.who === 'public' ? 'yes' : '',
  ]
  return `| ${cells.join(' | ')} |`
}

it('P-001: the three roles are the strings of the specification', () => {
  expect(ROLES).toEqual({ superAdmin: '0', admin: '1', user: '2' })
})

it('G-003: people have the eight permissions of the specification', () => {
  expect(PERMISSIONS).toEqual([
    ...['buildings', 'devices', 'device-groups', 'media', 'cards', 'layouts', 'storyboards'],
    'approve-storyboards',
  ])
  expect(ROLE_AREAS).toEqual([...PERMISSIONS, 'takeovers', 'local-content'])
})

it('P-002: the table of routes, roles and permissions in docs/ is what the server enforces', async () => {
  const text = `# Who may call what

Made from the contract by \`packages/contract/src/permissions.test.ts\`; \`npx vitest run --project contract permissions -u\` writes it anew.
Everybody but a super admin acts in the own organization only. "User" says which permission a regular user needs; a
kiosk session has no permissions of its own. Someone whose rights hold for chosen places calls the same for these places,
except for methods with *, people, keys, alerts, the audit log, and changes of the organization. Paths are below \`/api\`.

| Path | Method | Super admin | Admin | User | Kiosk | Screen | Nobody signed in |
|---|---|---|---|---|---|---|---|
${routesOf(contract)
  .map(({ route }) => row(route))
  .join('\n')}
`
  await expect(text).toMatchFileSnapshot('../../../docs/permissions.md')
})
