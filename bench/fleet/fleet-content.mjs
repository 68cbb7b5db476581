// The content of a measured fleet, and screens on a local server.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const hashOf = (text) => createHash('sha256').update(text).digest('hex')

/**
 * A layout in an approved storyboard that a group plays. `save` updates its text length, the actions of its first
 * widget, and the media of a zone; `remove` deletes everything.
 */
export async function makePage(call, name = 'Bench') {
  const document = (kilobytes, { actions = [], mediaId } = {}) => {
    const widgets = Array.from({ length: kilobytes === 4 ? 4 : 20 }, (_, index) => `w${index}`)
    const filled = (characters) => ({
      name,
      width: 1920,
      height: 1080,
      widgets: [...widgets, ...(mediaId ? ['zone'] : [])].map((id, index) => ({
        id,
        type: id === 'zone' ? 'media-looper' : index === 0 && actions.length ? 'button' : 'text',
        name: `Widget ${index}`,
        zIndex: index,
        width: 400,
        height: 100,
        transform: `translate(${index * 10}px, ${index * 10}px)`,
      })),
      config: {
        inputs: [
          ...widgets.map((id) => ({
            name: `${id}-text`,
            value: randomBytes(Math.ceil(characters / 2)).toString('hex'),
          })),
          ...(mediaId ? [{ name: 'zone-media', value: [{ mediaId, duration: 5 }] }] : []),
          ...(actions.length ? [{ name: 'w0-actions', value: actions }] : []),
        ],
      },
    })
    // A manifest has about 800 bytes around its one page.
    const rest = JSON.stringify(filled(0)).length + 800
    return filled(Math.max(0, (kilobytes * 1000 - rest) / widgets.length))
  }
  const { layout } = await call('POST', '/layout', document(4))
  const { storyboard } = await call('POST', '/storyboards/create', {
    name,
    type: 'designed',
    items: [{ layoutId: layout.id, duration: 5 }],
  })
  await call('PUT', `/storyboards/${storyboard.id}/approved`)
  const body = { name, storyboardId: storyboard.id }
  const { deviceGroup } = await call('POST', '/device-groups/create', body)
  const page = {
    id: layout.id,
    groupId: deviceGroup.id,
    version: layout.version,
    save: async (kilobytes, more) => {
      const answer = await call('PUT', `/layout/${layout.id}`, document(kilobytes, more))
      page.version = answer.layout.version
    },
    remove: async () => {
      await call('DELETE', `/device-groups/${deviceGroup.id}`)
      await call('DELETE', `/storyboards/${storyboard.id}`)
      await call('DELETE', `/layout/${layout.id}`)
    },
  }
  return page
}

/** Inserts paired screens directly into the database, because this bench doesn't measure licences. */
export function addScreens(folder, organizationId, groupId, count) {
  // The server may be writing: its jobs start with it.
  const database = new DatabaseSync(path.join(folder, 'vitrine.db'), { timeout: 10_000 })
  const insert = database.prepare(
    `insert into devices (id, organizationId, name, nameKey, type, screenSize, deviceGroupId, tokenHash, createdAt, updatedAt)
     values (?, ?, ?, ?, 0, 1, ?, ?, '', '')`,
  )
  const screens = []
  database.exec('begin immediate')
  for (let n = 0; n < count; n++) {
    const [id, secret] = [randomUUID(), randomBytes(32).toString('base64url')]
    insert.run(id, organizationId, `Screen ${n}`, `screen ${n}`, groupId, hashOf(secret))
    screens.push(`${id}.${secret}`)
  }
  database.exec('commit')
  database.close()
  return screens
}
