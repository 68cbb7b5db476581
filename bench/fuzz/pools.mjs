const KEPT = 120

/** First path segments → entity; the longest comes first. */
const ENTITY_OF_PATH = [
  ['/auth/sessions', 'sessions'],
  ['/organizations', 'organizations'],
  ['/user', 'users'],
  ['/answers', 'answers'],
  ['/buildings', 'buildings'],
  ['/licences', 'licences'],
  ['/media/folders', 'folders'],
  ['/media/uploads', 'uploads'],
  ['/media/preview', 'packages'],
  ['/media', 'media'],
  ['/thumbnail', 'thumbnails'],
  ['/layout', 'layouts'],
  ['/cards', 'cards'],
  ['/template-design', 'cards'],
  ['/storyboards', 'storyboards'],
  ['/device-configurations', 'deviceConfigurations'],
  ['/takeovers', 'takeovers'],
  ['/devices', 'devices'],
  ['/device-groups', 'deviceGroups'],
  ['/cases', 'cases'],
  ['/lookups', 'lookups'],
]
const ENTITY_OF_FIELD = {
  ...{ organizationId: 'organizations', folderId: 'folders', storyboardId: 'storyboards' },
  ...{ defaultStoryboardId: 'storyboards', layoutId: 'layouts', pageId: 'layouts', cardId: 'cards' },
  ...{
    templateId: 'cards',
    thumbnailId: 'thumbnails',
    mediaId: 'media',
    deviceId: 'devices',
    ids: 'devices',
  },
  ...{ devices: 'devices', deviceGroups: 'deviceGroups', deviceGroupId: 'deviceGroups', floorId: 'floors' },
  ...{ takeoverId: 'takeovers', commandId: 'takeovers', userId: 'users', sha256: 'hashes', src: 'hashes' },
  ...{ code: 'codes', secret: 'secrets', key: 'keys' },
}

const LOOKUPS = ['cities', 'roles', 'timezones', 'permissions', 'nowhere', '__proto__', 'constructor']

export const entityOfPath = (path) => ENTITY_OF_PATH.find(([start]) => path.startsWith(start))?.[1]

/** Ids that exist, did exist, belong to another organization, or never existed. */
export class Pools {
  #alive = new Map()
  #deleted = []
  #untouched

  /** `untouched`: ids of the organization that no caller may change or see. */
  constructor(untouched) {
    this.#untouched = untouched
  }

  add(entity, id, organizationId) {
    const list = this.#alive.get(entity) ?? []
    this.#alive.set(entity, list)
    list.push({ id, organizationId })
    if (list.length > KEPT) list.splice(hashOf(id) % (KEPT / 2), 1)
  }

  /** Records the item that a successful call created. */
  learn(entity, answer) {
    for (const value of Object.values(answer ?? {}))
      for (const each of Array.isArray(value) ? value : [value]) {
        if (typeof each?.id !== 'string' || !entity) continue
        this.add(entity, each.id, entity === 'organizations' ? each.id : each.organizationId)
        if (/zip|package/.test(each.mimetype)) this.add('packages', each.id, each.organizationId)
        if (typeof each.src === 'string') this.add('hashes', each.src, each.organizationId)
        for (const floor of each.floors ?? []) if (floor.id) this.add('floors', floor.id, each.organizationId)
      }
  }

  forget(entity, id) {
    const list = this.#alive.get(entity) ?? []
    const index = list.findIndex((each) => each.id === id)
    if (index < 0) return
    list.splice(index, 1)
    this.#deleted.push(id)
    if (this.#deleted.length > KEPT) this.#deleted.shift()
  }

  /** An id for this caller, usually one in its organization. Undefined if the entity has no ids. */
  id(entity, random, caller) {
    const list = this.#alive.get(entity) ?? []
    const own = list.filter(
      ({ organizationId }) => !organizationId || organizationId === caller?.organization?.id,
    )
    return random.weighted([
      [12, () => (own.length ? random.pick(own).id : undefined)],
      [3, () => (list.length ? random.pick(list).id : undefined)],
      [1, () => (this.#deleted.length ? random.pick(this.#deleted) : undefined)],
      // A super admin is allowed to change it.
      [caller?.kind === 'super' ? 0 : 1, () => random.pick(this.#untouched)],
      [1, () => random.pick(['nowhere', '0', '-', '_'.repeat(64), '00000000-0000-7000-8000-000000000000'])],
    ])()
  }

  idForField(field, random, caller, entityOfRoute) {
    if (field === 'name' && entityOfRoute === 'lookups') return random.pick(LOOKUPS)
    const entity = field === 'id' ? entityOfRoute : ENTITY_OF_FIELD[field]
    return entity && (this.id(entity, random, caller) ?? 'nowhere')
  }
}

const hashOf = (id) => id.charCodeAt(id.length - 1) * 7 + id.charCodeAt(0)
