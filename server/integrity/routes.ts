import type { FastifyInstance } from 'fastify'
import { proofApi } from '#shared/reports/integrity-api.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { beginProof, getProof, listProofs } from './integrity-runs.ts'
import { Prover } from './check-runner.ts'

/** Serves proofs and makes them. Returns what looks for a proof to make, for the rounds. */
export function serveProofs(
  { read, write }: Serve,
  http: FastifyInstance,
  deps: ServeDeps & { files: StoredFiles },
): () => Promise<void> {
  const prover = new Prover({ ...deps, onCrash: (error) => http.log.error({ err: error }, 'proof crashed') })
  http.addHook('preClose', () => prover.stop())
  read(proofApi.listProofs, ({ db, query }) => listProofs(db, query))
  read(proofApi.getProof, ({ db, params }) => getProof(db, params.id))
  write(proofApi.startProof, async (work) => getProof(work.tx, await beginProof(work)))
  return () => prover.look()
}
