import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import { momentSql } from '#server/db/moment.ts'

/**
 * A rate limit for attempts under one key: `most` per `perSeconds`, or `backoff`, which delays each failed attempt in a row longer
 * than the last. `inMemory`: after a refusal, the key is refused for one more second without a query, so that a burst costs little.
 */
export type Limit = { key: string } & ({ most: number; perSeconds: number; inMemory?: true } | { backoff: true })

const freeTries = 5
const maxDelaySeconds = 900
/** After this many failed attempts in a row, only a new password or a known device can sign in. */
const hardStop = 100

export interface Limits {
  /** Counts the request against every limit; throws RATE_LIMITED with the seconds to wait. */
  spend(limits: readonly Limit[]): Promise<void>
  /**
   * Runs `work` under the limits. Only attempts that end in a refusal count, except those that `isFree` accepts. They are counted
   * before `work` and given back after it, so that concurrent requests can't exceed the limit.
   */
  attempt<T>(limits: readonly Limit[], work: () => Promise<T>, isFree?: (refusal: Refusal) => boolean): Promise<T>
  forget(keys: readonly string[]): Promise<void>
}

export const noLimits: Limits = {
  spend: async () => {},
  attempt: (_limits, work) => work(),
  forget: async () => {},
}

/** Rate limits in the database: they survive a restart and apply across all processes. */
export function limitsIn(db: Db): Limits {
  const refused = new Refused()
  const spend = async (limits: readonly Limit[]) => {
    for (const limit of limits) if ('inMemory' in limit) refused.check(limit.key)
    for (const limit of limits) {
      const wait = 'backoff' in limit ? await takeBackoff(db, limit.key) : await takeWindow(db, limit)
      if (wait === null) continue
      if ('inMemory' in limit) refused.note(limit.key, wait)
      throw tooMany(wait)
    }
  }
  return {
    spend,
    async attempt(limits, work, isFree = () => false) {
      await spend(limits)
      try {
        const result = await work()
        await giveBack(db, limits, true)
        return result
      } catch (error) {
        const isWrong = error instanceof Refusal && error.code !== 'RATE_LIMITED' && !isFree(error)
        if (!isWrong) await giveBack(db, limits, false)
        throw error
      }
    },
    forget: async (keys) => {
      refused.forget(keys)
      await sql`delete from limits where key = any(${keys})`.execute(db)
    },
  }
}

/** How long a refused key is refused without another query, in milliseconds. */
const rememberedMs = 1000
const maxRemembered = 10_000

/** Cache of refused keys: a burst under one key costs one statement per second, not one per attempt. */
class Refused {
  readonly #until = new Map<string, { ms: number; wait: number }>()

  check(key: string): void {
    const found = this.#until.get(key)
    if (found && found.ms > performance.now()) throw tooMany(found.wait)
  }

  note(key: string, wait: number): void {
    if (this.#until.size >= maxRemembered) this.#until.clear()
    this.#until.set(key, { ms: performance.now() + rememberedMs, wait })
  }

  forget(keys: readonly string[]): void {
    for (const key of keys) this.#until.delete(key)
  }
}

const tooMany = (wait: number) =>
  new Refusal('RATE_LIMITED', `Too many tries. Wait ${inWords(wait)}.`, {
    retryAfter: wait,
    details: { retryAfter: wait },
  })

const inWords = (seconds: number) => {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Counts the request in a fixed window. Returns the seconds to wait, or null if it is within the limit. */
async function takeWindow(db: Db, { key, most, perSeconds }: Limit & { most: number; perSeconds: number }) {
  const row = await countInWindow(db, key, perSeconds)
  return row && row.hits > most ? Math.max(row.wait, 1) : null
}

/** Increments the counter of a key's time window, shared by all processes. `wait`: the seconds until the window ends. */
export async function countInWindow(db: Db, key: string, perSeconds: number) {
  const window = sql`make_interval(secs => ${perSeconds})`
  const rows = await db
    .insertInto('limits')
    .values({ key, hits: 1 })
    .onConflict((oc) =>
      oc.column('key').doUpdateSet({
        hits: sql<number>`case when limits.since < moment() - ${window} then 1 else limits.hits + 1 end`,
        since: sql<string>`case when limits.since < moment() - ${window} then moment() else limits.since end`,
      }),
    )
    .returning(['hits', sql<number>`ceil(extract(epoch from limits.since + ${window} - moment()))::int`.as('wait')])
    .execute()
  return rows[0]
}

/**
 * Exponential backoff: after five free attempts, each one blocks the key for 2, 4, 8 … seconds, at most 15 minutes. The count
 * starts again after a day without attempts, unless it has reached `hardStop`. Returns the seconds to wait, or null.
 */
async function takeBackoff(db: Db, key: string): Promise<number | null> {
  const hits = sql<number>`case when limits.since < moment() - interval '1 day' and limits.hits < ${hardStop} then 1
    else limits.hits + 1 end`
  const taken = await db
    .insertInto('limits')
    .values({ key, hits: 1 })
    .onConflict((oc) =>
      oc
        .column('key')
        .doUpdateSet({ since: momentSql, hits, blocked_until: closedUntil(hits) })
        .where(sql<boolean>`(limits.blocked_until is null or limits.blocked_until <= moment())`),
    )
    .returning('key')
    .execute()
  if (taken.length > 0) return null
  const { rows } = await sql<{
    wait: number
  }>`select least(ceil(extract(epoch from blocked_until - moment())), ${maxDelaySeconds})::int
    as wait from limits where key = ${key}`.execute(db)
  return Math.max(rows[0]?.wait ?? 1, 1)
}

const closedUntil = (
  hits: RawBuilder<number>,
) => sql<string>`case when ${hits} >= ${hardStop} then moment() + interval '100 years'
  when ${hits} > ${freeTries} then moment() + make_interval(secs => least(2.0 ^ (${hits} - ${freeTries}), ${maxDelaySeconds})) end`

/** Takes back the count of an attempt that was right, which also resets its backoff, or that ended without a result. */
async function giveBack(db: Db, limits: readonly Limit[], wasRight: boolean): Promise<void> {
  const backoffs = limits.filter((limit) => 'backoff' in limit).map((limit) => limit.key)
  const windows = limits.filter((limit) => !('backoff' in limit)).map((limit) => limit.key)
  if (windows.length > 0)
    await db
      .updateTable('limits')
      .set({ hits: sql<number>`greatest(hits - 1, 0)` })
      .where('key', '=', sql<string>`any(${windows})`)
      .execute()
  if (backoffs.length === 0) return
  if (wasRight) await sql`delete from limits where key = any(${backoffs})`.execute(db)
  else
    await db
      .updateTable('limits')
      .set({ hits: sql<number>`greatest(hits - 1, 0)`, blocked_until: null })
      .where('key', '=', sql<string>`any(${backoffs})`)
      .execute()
}

/** Hashes user input for keys, as people type passwords into the wrong field: the plain text must not be stored. */
export const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 32)

/** The network that counts as one client: an IPv4 address, or the /64 network of an IPv6 address, which is what one subscriber has. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const groups =
    tail === undefined ? first : [...first, ...Array(Math.max(8 - first.length - last.length, 0)).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** The /24 network of an IPv4 address; null for IPv6, where `networkOf` is a network already. */
export function neighboursOf(ip: string): string | null {
  const network = networkOf(ip)
  return network.includes(':') ? null : network.replace(/\.\d+$/, '.0/24')
}
