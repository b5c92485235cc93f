import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client, TestServer } from '#test/server.ts'

/** The reason with which the screen disables a request, or null if it is enabled; then the request. */
export type ClosedCall = readonly [reason: string | null, method: string, path: string, body?: object | undefined]

/** Sends each request that has a reason: the response is 409 with that reason. Returns the number of requests sent. */
export async function expectRefused(
  client: Client,
  calls: readonly ClosedCall[],
  { version = 1, code, type }: { version?: number; code?: string; type?: string } = {},
): Promise<number> {
  const closed = calls.filter(([reason]) => reason !== null)
  for (const [reason, method, path, body] of closed) {
    const headers = {
      'idempotency-key': randomUUID(),
      'if-match': `"v${version}"`,
      ...(type && { 'content-type': type }),
    }
    const answer = await client.send(method, path, body, headers)
    const refused = answer.body as unknown as { error: string; code: string }
    expect([method, path, answer.status, refused.error]).toEqual([method, path, 409, reason])
    if (code) expect([method, path, refused.code]).toEqual([method, path, code])
  }
  return closed.length
}

/** Sets a record's status directly in the database. */
export const putStatus = (
  { database }: Pick<TestServer, 'database'>,
  table: string,
  id: string,
  status: string,
  column = 'status',
) => sql`update ${sql.table(table)} set ${sql.ref(column)} = ${status} where id = ${id}`.execute(database.db)
