import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { type ComponentProps, useState } from 'react'
import { PageDesigner } from './designer/page-designer.tsx'
import { Designer } from './designer/state/store.ts'

type NamedPage = ReadDocument & { name: string }

interface StandaloneDesignerProps extends Omit<ComponentProps<typeof PageDesigner>, 'designer' | 'reload'> {
  /** The page as loaded. Later values are ignored. */
  page: NamedPage
  /** Loads the page as the server has it now. */
  reload: () => Promise<NamedPage>
}

/** The designer for pages that have no form: it holds the document itself. */
export function StandaloneDesigner({ page, reload, ...props }: StandaloneDesignerProps) {
  const [designer] = useState(() => new Designer(page))
  return <PageDesigner {...props} designer={designer} reload={async () => designer.open(await reload())} />
}
