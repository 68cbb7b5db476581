import { DEVICE_STATES, type DeviceState } from '@vitrine/contract/api/screens/device-facets'
import { command, print } from './command.ts'
import { WrongUse } from './refusal.ts'

const isState = (text: string): text is DeviceState => (DEVICE_STATES as readonly string[]).includes(text)

export const screens = command({
  usage: 'screens [--status STATUS] [--search TEXT] [--json]',
  summary: 'List screens, or those with a status such as offline, behind, or problems',
  options: { status: { type: 'string' }, search: { type: 'string' }, json: { type: 'boolean' } },
  words: 0,
  async run(api, { values: { status: only, search, json } }) {
    if (only !== undefined && !isState(only))
      throw new WrongUse(`There is no status ${only}. There are: ${DEVICE_STATES.join(', ')}`)
    const { devices } = await api.devices.list({ query: { only, search } })
    if (json) return print(JSON.stringify(devices, null, 2))
    const rows = devices.map(({ name, deviceGroup, connection, content, playing }) => [
      name,
      deviceGroup?.name ?? '–',
      connection,
      content,
      playing?.storyboardName ?? '–',
    ])
    const table = [['SCREEN', 'GROUP', 'CONNECTION', 'CONTENT', 'PLAYING'], ...rows]
    const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
    for (const row of table) print(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  },
})
