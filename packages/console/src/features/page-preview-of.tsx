import type { ReadDocument } from '@vitrine/contract/layout-document'
import { usePageFieldsHost } from './page-fields-host.tsx'
import { PagePreview } from './page-preview.tsx'

interface PreviewOfProps {
  id: string
  name: string
  document: ReadDocument
  onClose: () => void
}

/** The preview of one stored page, with everything that its actions name. */
export function PreviewOf({ id, name, document, onClose }: PreviewOfProps) {
  const { host } = usePageFieldsHost({ id, name, document })
  return <PagePreview pages={[{ id, name, document }]} actions={host.actions} onClose={onClose} />
}
