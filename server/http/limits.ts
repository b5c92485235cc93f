import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import { momentSql } from '#server/db/moment.ts'

/**
 * How often something may be tried under one key. `backoff`: wrong tries in a row, each later than the last. `inMemory`: what
 * was refused is refused for a second more without asking the database, so that a burst costs next to nothing.
 */
export type Limit = { key: string } & ({ most: number; perSeconds: number; inMemory?: true } | { backoff: true })

const freeTries = 5
const maxDelaySeconds = 900
/** Wrong ones in a row after which only a new password, or a device that is known, lets in. */
const hardStop = 100

export interface Limits {
  /** Counts the call against every limit; throws RATE_LIMITED with the seconds to wait. */
  spend(limits: readonly Limit[]): Promise<void>
  /** Does `work` under the limits: only a refusal counts, unless it is `free`. The count is taken before, so that many at once don't slip through. */
  attempt<T>(limits: readonly Limit[], work: () => Promise<T>, isFree?: (refusal: Refusal) => boolean): Promise<T>
  forget(keys: readonly string[]): Promise<void>
}

export const noLimits: Limits = {
  spend: async () => {},
  attempt: (_limits, work) => work(),
  forget: async () => {},
}

/** Limits that live in the database: they outlast a restart and count for every process. */
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

/** So long a key that was refused is refused without asking again, in milliseconds. */
const rememberedMs = 1000
const maxRemembered = 10_000

/** What was refused a moment ago: a burst under one key costs a statement a second, not one a try. */
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

/** Seconds to wait, or null when the call is within its window. */
async function takeWindow(db: Db, { key, most, perSeconds }: Limit & { most: number; perSeconds: number }) {
  const row = await countInWindow(db, key, perSeconds)
  return row && row.hits > most ? Math.max(row.wait, 1) : null
}

/** Counts one more in the window of a key, for every process together. `wait`: the seconds until it ends. */
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

/** After five free tries each one closes the key for 2, 4, 8 … seconds, 15 minutes at most; a day without any forgets. */
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

/** The try was right (what was wrong before is forgotten), or did not come to a verdict. */
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

/** People type passwords into the wrong field: what was typed is not kept. */
export const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 32)

/** Whom an address stands for: an IPv6 customer has a /64 of them. */
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

/** The 256 IPv4 addresses around this one; null for IPv6, where `networkOf` is a network already. */
export function neighboursOf(ip: string): string | null {
  const network = networkOf(ip)
  return network.includes(':') ? null : network.replace(/\.\d+$/, '.0/24')
}
