import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'

/** Who saved the record last, and when: details of a 412 response in addition to the current version. */
interface LastChange {
  by: string | null
  at: string
}

/** Which actions of the audit log: of one record, or of the company if there is no `id`. */
interface Acts {
  entity: string
  id?: string
  acts: readonly string[]
}

/** Actions that are logged for a record without changing its version, as patterns of `like`. */
const besideTheRecord = [
  '%.mailed',
  '%.address.%',
  '%.call.%',
  '%.contact.%',
  '%.note.%',
  'account.billing',
  'account.owner',
  'consignment.%',
  'count.line%',
  'credit.opened',
  'credit.openingReversed',
  'credit.refunded',
  'driver.event',
  'forecast.made',
  'items.supplierGiven',
  'list.%',
  'login.%',
  'notification%',
  'order.message%',
  'passkey.%',
  'portal.viewed',
  'product.image%',
  'product.lotsExpired',
  'report_schedule.notSent',
  'report_schedule.sent',
  'retention.%',
  'return.photoAdded',
  'route.position',
  'secondFactor.%',
  'session.%',
  'shipment.trackingLink',
  'stock.%',
  'user.invited',
  'user.secondFactorDropped',
  'view.defaulted',
  'zone.goods',
]

/** VERSION_CONFLICT for records that share their audit entity with others: only the actions `acts` change their version. */
export class ChangedMeanwhile extends Refusal {
  readonly acts: Acts

  constructor(version: number, acts: Acts, message?: string) {
    super('VERSION_CONFLICT', message, { details: { version } })
    this.acts = acts
  }
}

/**
 * Adds to a VERSION_CONFLICT who changed the record last and when, from the audit log, unless its details say so already.
 * Returns any other error unchanged.
 */
export async function withLastChange(db: Db, error: unknown, content: unknown): Promise<unknown> {
  if (!(error instanceof Refusal) || error.code !== 'VERSION_CONFLICT') return error
  const { params = {} } = (content ?? {}) as { params?: Record<string, string> }
  // The last path parameter is the record: /api/accounts/:id/portal-users/:userId changes a user.
  const which = whichOf(error, Object.values(params).at(-1))
  const change = which && (await lastChange(db, which).catch(() => null))
  if (!change) return error
  const details = { ...change, ...(error.details as object) }
  return new Refusal(error.code, error.message, { ...(error.fields && { fields: error.fields }), details })
}

/** The condition for the audit rows of the record's changes; null if the record is unknown. */
function whichOf(error: Refusal, id: string | undefined) {
  if (error instanceof ChangedMeanwhile) {
    const { entity, id: owner, acts } = error.acts
    const isOwn = owner === undefined ? sql`a.entity_id is null` : sql`a.entity_id = ${owner}`
    return sql`a.entity = ${entity} and ${isOwn} and a.act in ${oneOf(acts)}`
  }
  return id === undefined ? null : sql`a.entity_id = ${id} and a.act not like all(${besideTheRecord})`
}

async function lastChange(db: Db, which: RawBuilder<unknown>): Promise<LastChange | null> {
  const { rows } = await sql<{ by: string | null; at: Date }>`select u.name as by, a.at from audit_log a
    left join users u on u.id = a.actor_id where ${which} order by a.id desc limit 1`.execute(db)
  const [row] = rows
  return row ? { by: row.by, at: new Date(row.at).toISOString() } : null
}
