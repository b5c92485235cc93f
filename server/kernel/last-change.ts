import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'

/** Who saved it last, and when: what a 412 says beside the version that stands. */
interface LastChange {
  by: string | null
  at: string
}

/** The acts that change what there is only one of, by the path of its calls. */
const actsOf: Readonly<Record<string, readonly string[]>> = {
  '/api/settings': ['settings.updated'],
  '/api/settings/logo': ['settings.logoChanged', 'settings.logoRemoved'],
  '/api/settings/email': ['settings.mailServerSet', 'settings.mailServerRemoved'],
  '/api/retention/settings': ['retention.settings'],
  '/api/journal/accounts': ['journal.accounts'],
  '/api/period-lock/close': ['period.closed', 'period.reopened'],
  '/api/period-lock/reopen': ['period.closed', 'period.reopened'],
  '/api/company-setup': ['companySetup.changed'],
}

/** The refusal with who was faster, as far as the audit log knows; any other error as it is. `path` is that of the call. */
export async function withLastChange(db: Db, error: unknown, path: string, content: unknown): Promise<unknown> {
  if (!(error instanceof Refusal) || error.code !== 'VERSION_CONFLICT') return error
  const { params } = (content ?? {}) as { params?: { id?: string } }
  const change = await lastChangeOf(db, params?.id, path).catch(() => null)
  if (!change) return error
  const details = { ...(error.details as object), ...change }
  return new Refusal(error.code, error.message, { ...(error.fields && { fields: error.fields }), details })
}

async function lastChangeOf(db: Db, id: string | undefined, path: string): Promise<LastChange | null> {
  const acts = actsOf[path]
  if (!id && !acts) return null
  const what = id
    ? sql`a.entity_id = ${id}`
    : sql`a.entity = 'settings' and a.entity_id is null and a.act = any(${acts}::text[])`
  const { rows } = await sql<{ by: string | null; at: Date }>`select u.name as by, a.at from audit_log a
    left join users u on u.id = a.actor_id
    where ${what} and a.act not like 'session.%' order by a.id desc limit 1`.execute(db)
  const [row] = rows
  return row ? { by: row.by, at: new Date(row.at).toISOString() } : null
}
