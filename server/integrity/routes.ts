import { integrityApi } from '#shared/reports/integrity-api.ts'
import { beginRun, getRun, listRuns } from './integrity-runs.ts'
import type { Serve } from '#server/http/serve.ts'

export function serveIntegrity({ read, write }: Serve): void {
  read(integrityApi.listProofs, ({ db, query }) => listRuns(db, query))
  read(integrityApi.getProof, ({ db, params }) => getRun(db, params.id))
  write(integrityApi.startProof, async (work) => getRun(work.tx, await beginRun(work)))
}
