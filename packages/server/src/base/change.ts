/**
 * A write's change, as far as it concerns screens. `content`: a page, an approved storyboard or a media item.
 * `organization`, `members`: the device part of all screens of an organization or of a group. `pairing`: a screen
 * waiting with a code. `source`: the rows of a data source (`sourceChange`).
 */
export interface Change {
  kind: 'content' | 'group' | 'device' | 'organization' | 'members' | 'pairing' | 'source'
  id: string
}
