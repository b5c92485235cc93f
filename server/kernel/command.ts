import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { businessDate } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { forgetCounts } from '#server/db/kept-counts.ts'
import { SentStatements } from './sent-statements.ts'
import type { Announcement, AuditRow, Caller, Work } from './work.ts'

export interface CommandDeps {
  database: Database
  clock: () => Date
  timeZone: () => string
  /** Publishes events to other clients, only after the commit. `source` is the route of the request that made the change. */
  publish: (announcements: readonly Announcement[], source: string) => void
}

export interface CommandRequest {
  caller: Caller
  /** `POST /api/…`: an idempotency key is valid for one endpoint. */
  route: string
  /** Idempotency key, a UUID chosen by the client: requests with the same key have one effect and get the same response. */
  key?: string | undefined
  /** The content of the request that is compared when its key is used again: params, body, version. */
  content?: unknown
  status: number
  requestId?: string | undefined
}

export interface CommandReply {
  status: number
  /** JSON, or an empty string for no content. */
  body: string
  replayed: boolean
}

/**
 * The only way to write on behalf of a user: opens a transaction, runs `act`, writes the audit rows and stores the response under
 * the idempotency key, commits, then publishes the events. A refusal rolls everything back, so the client may retry the request.
 * `encode` serializes the result inside the transaction, so that a replay returns the same bytes.
 */
export async function command<T>(
  deps: CommandDeps,
  request: CommandRequest,
  act: (work: Work) => Promise<T>,
  encode: (result: T) => string,
): Promise<CommandReply> {
  const made = new Map<string, Buffer>()
  for (;;) {
    try {
      return await attempt(deps, request, act, encode, made)
    } catch (error) {
      if (!(error instanceof Unmade)) throw error
      if (made.size >= maxAttempts)
        throw new Refusal('REQUEST_IN_PROGRESS', 'Someone else keeps changing the same record. Try again.')
      made.set(error.key, await error.make())
    }
  }
}

/** How many files `makeUnlocked` makes for one command, because their input keeps changing, before it gives up. */
const maxAttempts = 4

/** Thrown to roll the transaction back, so that no lock is held while the file is made. */
class Unmade extends Error {
  readonly key: string
  readonly make: () => Promise<Buffer>
  constructor(key: string, make: () => Promise<Buffer>) {
    super('A file is made while nothing is locked.')
    this.key = key
    this.make = make
  }
}

async function attempt<T>(
  deps: CommandDeps,
  request: CommandRequest,
  act: (work: Work) => Promise<T>,
  encode: (result: T) => string,
  made: ReadonlyMap<string, Buffer>,
): Promise<CommandReply> {
  const hash = request.key ? requestHash(request) : null
  const now = deps.clock()
  const inTransaction = deps.database.transaction(async (tx, locks, last) => {
    const announcements: Announcement[] = []
    const audits: AuditRow[] = []
    const sent = new SentStatements()
    const work: Work = {
      tx,
      locks,
      caller: request.caller,
      now,
      today: businessDate(now, deps.timeZone()),
      send: sent.send,
      announce: (name, payload, to) => announcements.push({ name, payload, ...(to && { to }) } as Announcement),
      audit: (name, entity, entityId, details) => audits.push({ act: name, entity, entityId, details: details ?? {} }),
      makeUnlocked: async (from, make) => {
        const key = JSON.stringify(from)
        const content = made.get(key)
        if (!content) throw new Unmade(key, make)
        return content
      },
    }
    const result = await sent.around(() => act(work))
    const body = encode(result)
    if (audits.length === 0) throw new Error(`${request.route} changed something without an audit row`)
    last(closeCommand(tx, request, hash, audits, body))
    return { reply: { status: request.status, body, replayed: false }, announcements }
  }, now)
  const done = await inTransaction.catch(async (error: unknown) => {
    if (!request.key || !hash) throw error
    // A retry of a completed request fails on the unique key, or before that because its change is already made.
    const stored = await storedReply(deps, request, request.key, hash).catch((other: unknown) => {
      throw other instanceof Refusal ? other : error
    })
    if (!stored) throw error
    return { reply: stored, announcements: [] }
  })
  forgetCounts()
  if (done.announcements.length > 0) deps.publish(done.announcements, request.route)
  return done.reply
}

function requestHash(request: CommandRequest): Buffer {
  return createHash('sha256')
    .update(canonical([request.route, request.content ?? null]))
    .digest()
}

/** JSON with sorted keys; bigint as text. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value && typeof value === 'object') {
    const pairs = Object.entries(value).filter(([, part]) => part !== undefined)
    pairs.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${pairs.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`
  }
  return JSON.stringify(value ?? null)
}

/** The response stored under the idempotency key, if there is one. Throws IDEMPOTENCY_KEY_REUSED if it is of another request. */
async function storedReply(
  { database }: CommandDeps,
  { caller, route }: CommandRequest,
  key: string,
  hash: Buffer,
): Promise<CommandReply | null> {
  const row = await database.db
    .selectFrom('idempotency')
    .select(['route', 'request_hash', 'status', 'body'])
    .where('actor_id', '=', caller.userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row || row.status === null) return null
  if (row.route !== route || !row.request_hash.equals(hash)) throw new Refusal('IDEMPOTENCY_KEY_REUSED')
  return { status: row.status, body: row.body ?? '', replayed: true }
}

/**
 * Inserts the audit rows and the response under the idempotency key, in one statement. Fails if the key was used before; waits
 * while another transaction with the same key is in progress.
 */
async function closeCommand(
  tx: Tx,
  request: CommandRequest,
  hash: Buffer | null,
  audits: AuditRow[],
  body: string,
): Promise<void> {
  const { caller, route, key, status } = request
  const rows = JSON.stringify(audits)
  await sql`with answer as (
      insert into idempotency (actor_id, key, route, request_hash, status, body)
      select ${caller.userId}, ${key ?? null}::uuid, ${route}, ${hash}::bytea, ${status}::int, ${body} where ${hash}::bytea is not null)
    insert into audit_log (actor_id, act, entity, entity_id, details, request_id)
    select ${caller.userId}, r.act, r.entity, r."entityId", r.details, ${request.requestId ?? null}
    from jsonb_to_recordset(${rows}::jsonb) as r(act text, entity text, "entityId" uuid, details jsonb)`.execute(tx)
}
