import { serviceTypesApi } from '#shared/inventory/catalogue/service-types-api.ts'
import type { Serve } from '#server/http/serve.ts'
import { createServiceType, deleteServiceType, listServiceTypes, updateServiceType } from './service-types.ts'

export function serveServiceTypes({ read, write }: Serve): void {
  read(serviceTypesApi.listServiceTypes, ({ db, query }) => listServiceTypes(db, query))
  write(serviceTypesApi.createServiceType, (work, { body }) => createServiceType(work, body))
  write(serviceTypesApi.updateServiceType, (work, { params, version, body }) =>
    updateServiceType(work, params.id, version, body),
  )
  write(serviceTypesApi.deleteServiceType, (work, { params }) => deleteServiceType(work, params.id))
}
