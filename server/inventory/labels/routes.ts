import { labelsApi } from '#shared/inventory/labels/api.ts'
import { previewLabels, printLabels } from '#server/flows/stock/print-labels.ts'
import type { Serve } from '#server/http/serve.ts'

/** Both only read: they are POST because a long selection doesn't fit into a URL. */
export function serveLabels({ read }: Serve): void {
  read(labelsApi.previewLabels, ({ db, body }) => previewLabels(db, body))
  read(labelsApi.printLabels, async ({ db, body, reply }): Promise<never> => {
    const { name, type, content } = await printLabels(db, body)
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
    return content as never
  })
}
