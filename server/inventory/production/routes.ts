import { productionApi } from '#shared/inventory/production/api.ts'
import type { Serve } from '#server/http/serve.ts'
import { produce, reverseProduction } from './production.ts'
import { getProduction, getRun, listRuns } from './production-view.ts'

export function serveProduction({ read, write }: Serve): void {
  read(productionApi.listRuns, ({ db, query }) => listRuns(db, query))
  read(productionApi.getRun, ({ db, params }) => getRun(db, params.id))
  read(productionApi.getProduction, ({ db, params }) => getProduction(db, params.id))
  write(productionApi.produce, async (work, { params, body }) => getRun(work.tx, await produce(work, params.id, body)))
  write(productionApi.reverseProduction, async (work, { params, body }) =>
    getRun(work.tx, await reverseProduction(work, params.id, body.reason)),
  )
}
