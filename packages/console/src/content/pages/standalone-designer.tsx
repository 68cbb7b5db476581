import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { type ComponentProps, useState } from 'react'
import { PageDesigner } from './designer/page-designer.tsx'
import type { BaseVersion } from './designer/saving/draft-keeper.ts'
import { useDraftKeeper } from './designer/saving/use-draft-keeper.ts'
import { useOwnSaves } from './designer/saving/use-own-saves.ts'
import { Designer } from './designer/state/store.ts'

type NamedPage = ReadDocument & { name: string }

interface StandaloneDesignerProps
  extends Omit<ComponentProps<typeof PageDesigner>, 'designer' | 'draft' | 'reload'> {
  /** The initial page; later values are ignored. */
  page: NamedPage
  /** The key of the draft in the browser. */
  draftKey: string
  base: BaseVersion
  /** Loads the server's current version. */
  reload: () => Promise<NamedPage>
}

/** The designer for pages without a form; it owns the document. */
export function StandaloneDesigner({
  page,
  draftKey,
  base,
  save,
  reload,
  ...props
}: StandaloneDesignerProps) {
  const [designer] = useState(() => new Designer(page))
  const draft = useDraftKeeper(designer, draftKey, base)
  const own = useOwnSaves(save, reload, base)
  return (
    <PageDesigner
      {...props}
      designer={designer}
      draft={draft}
      save={own}
      reload={async () => designer.open(await reload())}
    />
  )
}
