import { layoutImports } from '@vitrine/contract/api/content/layout-imports'
import { feature, prepare } from '#base/handler.ts'
import { forgetArrived } from '#content/media/resumable.ts'
import { type Arrived, type ImportParts, receiveLayout } from './receive.ts'
import { saveLayout } from './save.ts'

export const layoutImportsFeature = feature(layoutImports, (services: ImportParts) => ({
  import: prepare<typeof layoutImports.import, Arrived>(
    (context) => receiveLayout({ ...context, ...services }),
    async (context, arrived) => {
      const { body, afterCommit } = context
      // Not in the organization: a super admin's uploads belong to the home organization.
      await forgetArrived(context.db, [body.uploadId])
      afterCommit(() => services.blobs.partials.discard(body.uploadId))
      return saveLayout({ ...context, ...services }, arrived)
    },
  ),
}))
