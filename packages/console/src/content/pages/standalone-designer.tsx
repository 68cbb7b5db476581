import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { type ComponentProps, useState } from 'react'
import { PageDesigner } from './designer/page-designer.tsx'
import { Designer } from './designer/state/store.ts'

type NamedPage = ReadDocument & { name: string }

interface StandaloneDesignerProps extends Omit<ComponentProps<typeof PageDesigner>, 'designer' | 'reload'> {
  /** The initial page; later values are ignored. */
  page: NamedPage
  /** Loads the server's current version. */
  reload: () => Promise<NamedPage>
}

/** The designer for pages without a form; it owns the document. */
export function StandaloneDesigner({ page, reload, ...props }: StandaloneDesignerProps) {
  const [designer] = useState(() => new Designer(page))
  return <PageDesigner {...props} designer={designer} reload={async () => designer.open(await reload())} />
}
