import { expect, it } from 'vitest'
import { ERRORS } from '#errors.ts'
import { contract } from '#index.ts'
import { eventOf, type Route, routesOf, waitsForTurn, worksOnFullDisk, writes } from '#route.ts'

const saves = (route: Route): string => {
  if (!writes(route)) return ''
  return route.write === 'quick' ? 'without waiting for the disk' : 'yes'
}

const yes = (isSo: boolean | undefined): string => (isSo ? 'yes' : '')

function rowOf(name: string, route: Route): string {
  const { status = 200, also = {}, errors = [], sends } = route
  const cells = [
    name,
    [status, ...Object.keys(also)].join(', '),
    saves(route),
    yes(waitsForTurn(route)),
    yes(worksOnFullDisk(route)),
    yes(sends),
    eventOf(route) ?? '',
    errors.map((error) => `\`${error}\``).join(' '),
  ]
  return `| ${cells.join(' | ')} |`
}

it('docs/calls.md has what each call does, and the status of each error', async () => {
  const text = `# Calls

Made from the contract by \`packages/contract/test/calls.test.ts\`; \`npx vitest run --project contract calls -u\` updates it. A changed
row is a change that clients notice. [Permissions](permissions.md) has the path of each call and who may make it,
[limits of fields](field-limits.md) what it accepts, and \`/api/docs\` its bodies.

- **Saves**: it changes data, in a transaction.
- **Waits**: it waits for its turn while the server is overloaded.
- **Full disk**: it still works when the server's disk is full.
- **Sends**: it sends messages, so the organization needs a verified email address.
- **Logged**: the name of its event in the security log.

| Call | Status | Saves | Waits | Full disk | Sends | Logged | Errors |
|---|---|---|---|---|---|---|---|
${routesOf(contract)
  .map(({ name, route }) => rowOf(name, route))
  .join('\n')}

## Errors

| Key | Status |
|---|---|
${Object.entries(ERRORS)
  .map(([key, status]) => `| \`${key}\` | ${status} |`)
  .join('\n')}
`
  await expect(text).toMatchFileSnapshot('../../../docs/calls.md')
})
