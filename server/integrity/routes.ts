import type { FastifyInstance } from 'fastify'
import { integrityApi } from '#shared/reports/integrity-api.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { beginRun, getRun, listRuns } from './integrity-runs.ts'
import { CheckRunner } from './check-runner.ts'

/** Serves proofs and makes them. Returns what looks for a proof to make, for the rounds. */
export function serveIntegrity(
  { read, write }: Serve,
  http: FastifyInstance,
  deps: ServeDeps & { files: StoredFiles },
): () => Promise<void> {
  const prover = new CheckRunner({ ...deps, onCrash: (error) => http.log.error({ err: error }, 'proof crashed') })
  http.addHook('preClose', () => prover.stop())
  read(integrityApi.listProofs, ({ db, query }) => listRuns(db, query))
  read(integrityApi.getProof, ({ db, params }) => getRun(db, params.id))
  write(integrityApi.startProof, async (work) => getRun(work.tx, await beginRun(work)))
  return () => prover.look()
}
