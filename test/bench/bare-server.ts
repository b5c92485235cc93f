import Fastify from 'fastify'
import pg from 'pg'
import type { Connection } from '#server/db/database.ts'
import type { Statement } from './raw-statements.ts'

export interface BareJob {
  connection: Connection
  statements: Record<'list' | 'deep' | 'read', Statement>
}

/* A process of its own: the same SQL behind Fastify and pg with nothing around it. What a framework leaves at most. */
process.once('message', (job: BareJob) => void serve(job))
process.once('disconnect', () => process.exit())

async function serve({ connection, statements }: BareJob) {
  const pool = new pg.Pool({ ...connection, max: 16 })
  const app = Fastify()
  const answer = async (name: keyof BareJob['statements'], values: unknown[]) =>
    (await pool.query({ name, text: statements[name].text, values })).rows
  app.get('/list', () => answer('list', statements.list.values))
  app.get('/deep', () => answer('deep', statements.deep.values))
  app.get<{ Params: { id: string } }>('/read/:id', ({ params }) =>
    answer(
      'read',
      statements.read.values.map((value) => (value === '$id' ? params.id : value)),
    ),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((app.server.address() as { port: number }).port)
}
