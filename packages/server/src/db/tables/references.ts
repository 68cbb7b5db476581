import type { Id } from './column.ts'

/** An id inside an item's stored document. It may lead to a deleted item, except to media and pages. */
export interface ReferencesTable {
  id: Id
  organizationId: Id
  fromKind:
    | 'page'
    | 'media'
    | 'storyboard'
    | 'device-group'
    | 'organization'
    | 'floor'
    | 'screen-field'
    | 'style'
  fromId: Id
  /**
   * `list`: a page has a list that fills itself, of a folder or any (`*`); `listed`: a file that such a list has found, which
   * may be deleted. `remote-storyboard`: an action loads it on another screen. `place`: a building or a floor that a rule names,
   * or the mark of a page whose entries have rules (`*`). Data
   * sources and fields of screens are referenced by their `nameKey`.
   */
  toKind:
    | 'media'
    | 'page'
    | 'storyboard'
    | 'remote-storyboard'
    | 'source'
    | 'place'
    | 'trigger'
    | 'screen-field'
    | 'style'
    | 'list'
    | 'listed'
    | 'part'
  toId: Id
}

export interface ReferenceTables {
  references: ReferencesTable
}
