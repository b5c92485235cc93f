import { attributesApi } from '#shared/inventory/catalogue/attributes-api.ts'
import type { Serve } from '#server/http/serve.ts'
import { createAttribute, deleteAttribute, listAttributes, updateAttribute } from './attributes.ts'

export function serveAttributes({ read, write }: Serve): void {
  read(attributesApi.listAttributes, ({ db, query }) => listAttributes(db, query))
  write(attributesApi.createAttribute, (work, { body }) => createAttribute(work, body))
  write(attributesApi.updateAttribute, (work, { params, version, body }) =>
    updateAttribute(work, params.id, version, body),
  )
  write(attributesApi.deleteAttribute, (work, { params, query }) =>
    deleteAttribute(work, params.id, query.withValues === 'true'),
  )
}
