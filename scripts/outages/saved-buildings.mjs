import { randomBytes } from 'node:crypto'

/** An organization can have 5,000, and each check lists all of them. */
const KEPT = 500

/**
 * Buildings that people save and delete under faults, to compare what was acknowledged with the database. `call(method,
 * path, body)` is a request with a session; it returns a response of fetch.
 */
export class SavedBuildings {
  /** Ids by name, oldest first. */
  #saved = new Map()
  #deleted = new Set()

  /** All that were acknowledged so far. */
  get count() {
    return this.#saved.size + this.#deleted.size
  }

  /** Saves one, or deletes the oldest if there are enough. Returns the response, after reading it. */
  async write(call) {
    return this.#saved.size < KEPT ? await this.#save(call) : await this.#delete(call)
  }

  /** What was acknowledged up to now. */
  copy() {
    const copy = new SavedBuildings()
    copy.#saved = new Map(this.#saved)
    copy.#deleted = new Set(this.#deleted)
    return copy
  }

  /** Without those that people deleted, or tried to, later than `copy()`. */
  except(later) {
    const rest = this.copy()
    for (const name of rest.#saved.keys()) if (!later.#saved.has(name)) rest.#saved.delete(name)
    return rest
  }

  /** Lists what was acknowledged and isn't stored, each once. */
  async missing(call) {
    const answer = await call('GET', '/buildings')
    if (!answer.ok) return [`the list of buildings is refused with ${answer.status}`]
    const { buildings } = await answer.json()
    const stored = new Set(buildings.map(({ name }) => name))
    const lost = [...this.#saved.keys()].filter((name) => !stored.has(name))
    const back = [...this.#deleted].filter((name) => stored.has(name))
    for (const name of lost) this.#saved.delete(name)
    for (const name of back) this.#deleted.delete(name)
    return [
      ...lost.map((name) => `${name} is missing`),
      ...back.map((name) => `${name} is no longer deleted`),
    ]
  }

  async #save(call) {
    const name = `House ${randomBytes(6).toString('hex')}`
    const answer = await call('POST', '/buildings/create', {
      name,
      location: 'Here',
      floors: [{ name: 'Ground' }],
    })
    const said = await answer.json().catch(() => undefined)
    if (answer.status === 201 && said) this.#saved.set(name, said.building.id)
    return answer
  }

  async #delete(call) {
    const [name, id] = this.#saved.entries().next().value
    // First, because a deletion without an answer may have happened.
    this.#saved.delete(name)
    const answer = await call('DELETE', `/buildings/${id}`)
    await answer.arrayBuffer()
    if (answer.status === 200) this.#deleted.add(name)
    return answer
  }
}
