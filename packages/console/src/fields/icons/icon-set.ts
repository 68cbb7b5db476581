import { storedIcon } from '@vitrine/contract/fields/icon'
import nodes from 'lucide-static/icon-nodes.json' with { type: 'json' }
import license from 'lucide-static/LICENSE?raw'
import tags from 'lucide-static/tags.json' with { type: 'json' }
import { type IconNode, iconPath } from './icon-path.ts'
import { searchIcons } from './icon-search.ts'

/** All icons with their words; some hundred kilobytes that only the dialog to choose one loads. */
export const iconSet = {
  license,
  search: (text: string): string[] => searchIcons(tags, text),
  stored: (name: string): string =>
    storedIcon({
      name,
      path: iconPath((nodes as unknown as Record<string, readonly IconNode[]>)[name] ?? []),
    }),
}
