import type { Db } from '#db/schema.ts'

/**
 * A write's change, as far as it concerns screens. `content`: a page, an approved storyboard or a media item.
 * `organization`, `members`: the device part of all screens of an organization or of a group. `pairing`: a screen
 * waiting with a code. `source`: the rows of a data source (`sourceChange`).
 */
export interface Change {
  kind: 'content' | 'group' | 'device' | 'organization' | 'members' | 'pairing' | 'source'
  id: string
}

/** How work outside a call tells screens of changes: the publisher, for rooms below it. */
export interface Announcing {
  /** To other servers, in the transaction that made the changes. */
  announce(tx: Db, changes: readonly Change[]): Promise<void>
  /** To the screens of this server, after the commit. */
  publish(changes: readonly Change[]): Promise<void>
}
