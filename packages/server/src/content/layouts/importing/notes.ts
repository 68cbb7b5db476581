import { IMPORT_NOTES_MAX, type ImportNote } from '@vitrine/contract/api/content/layout-imports'

/** What an import left out or changed, each once. */
export class Notes {
  readonly #notes = new Map<string, ImportNote>()

  add(region: string, kind: string, why: ImportNote['why'], detail = ''): void {
    const note = { region, kind, why, detail: detail.slice(0, 300) }
    const key = JSON.stringify(note)
    if (this.#notes.size < IMPORT_NOTES_MAX) this.#notes.set(key, note)
  }

  all(): ImportNote[] {
    return [...this.#notes.values()]
  }
}
