import Fastify from 'fastify'
import pg from 'pg'
import type { Connection } from '#server/db/database.ts'
import { leastStatements } from './least/statements.ts'
import type { Statement } from './raw-statements.ts'

export interface BareJob {
  connection: Connection
  statements: Record<'list' | 'deep' | 'read', Statement>
}

/* A separate process: the same SQL behind Fastify and pg with nothing else. The upper limit for the framework. */
process.once('message', (job: BareJob) => void serve(job))
process.once('disconnect', () => process.exit())

async function serve({ connection, statements }: BareJob) {
  // Planned with the same setting as by the app.
  const pool = new pg.Pool({ ...connection, max: 16, options: '-c random_page_cost=1.1' })
  const app = Fastify()
  const offer = (path: string, { text, values }: Statement) =>
    app.get<{ Params: { id?: string } }>(path, async ({ params }) => {
      const given = values.map((value) => (value === '$id' ? params.id : value))
      return (await pool.query({ name: path, text, values: given })).rows
    })
  offer('/list', statements.list)
  offer('/deep', statements.deep)
  offer('/read/:id', statements.read)
  offer('/least/list', leastStatements.list)
  offer('/least/search', leastStatements.search)
  offer('/least/read/:id', leastStatements.read)
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((app.server.address() as { port: number }).port)
}
