import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { type InUse, type Use, usesShown } from '#shared/inventory/stock/uses.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { type UsedTable, type UseRule, useRules } from './record-uses.ts'

export interface Used {
  /** A whole sentence for the message. */
  words: string
  count: number
  first: Use[]
}

/**
 * Throws IN_USE, with the uses, if anything uses the record. Lock the row before, best by marking it as deleted: commands that
 * begin to use a record lock its row `for share`, so none can do so in between.
 */
export async function assertUnused(tx: Tx, table: UsedTable, id: string): Promise<void> {
  refuseUsed(await findUses(tx, useRules[table], id))
}

/** The same with a single rule, for a change that only this use forbids. */
export async function assertUnusedBy(tx: Tx, rule: UseRule, id: string): Promise<void> {
  refuseUsed(await findUses(tx, [rule], id))
}

/** The message with which `assertUnused` would refuse now; null if it would not. */
export async function whyUsed(db: Db, table: UsedTable, id: string): Promise<string | null> {
  const found = (await findUses(db, useRules[table], id)).filter((used) => used !== null)
  return found.length === 0 ? null : wordsOf(found)
}

const wordsOf = (found: readonly Used[]) => found.map((used) => used.words).join(' ')

async function findUses(tx: Db | Tx, rules: readonly UseRule[], id: string): Promise<(Used | null)[]> {
  const lookups = rules.map(
    (rule, at) => sql`(select ${at}::int as rule, ${sql.raw(rule.kind)} as kind, w.id, ${sql.raw(rule.name)} as name,
      count(*) over () as total from ${sql.raw(rule.from)} where ${sql.raw(rule.refers)} = ${id} and ${sql.raw(rule.when)}
      group by ${sql.raw([rule.kind, 'w.id', rule.name].filter((one) => !one.startsWith(`'`)).join(', '))}
      order by 4, 3 limit ${usesShown})`,
  )
  const { rows } = await sql<
    Use & { rule: number; total: number }
  >`select * from (${sql.join(lookups, sql` union all `)}) u
    order by rule, name, id`.execute(tx)
  return rules.map((rule, at) => {
    const found = rows.filter((row) => row.rule === at)
    const count = found[0]?.total ?? 0
    const first = found.map(({ kind, id: user, name }) => ({ kind, id: user, name }))
    const names = first.map((use) => use.name)
    return count === 0 ? null : { words: rule.words(count, names), count, first }
  })
}

/** Finds uses that no rule of `useRules` describes. `rows` selects kind, id and name. Null when there are none. */
export async function usedBy(
  tx: Tx,
  rows: RawBuilder<unknown>,
  words: (count: number) => string,
): Promise<Used | null> {
  const found = await sql<Use & { total: number }>`select u.kind, u.id, u.name, count(*) over () as total
    from (${rows}) u order by u.name, u.id limit ${usesShown}`.execute(tx)
  const count = found.rows[0]?.total ?? 0
  if (count === 0) return null
  return { words: words(count), count, first: found.rows.map(({ kind, id, name }) => ({ kind, id, name })) }
}

/** Throws IN_USE with the uses that were found, if there are any. */
export function refuseUsed(uses: readonly (Used | null)[]): void {
  const found = uses.filter((used) => used !== null)
  if (found.length === 0) return
  const details: InUse = {
    uses: found.flatMap((used) => used.first).slice(0, usesShown),
    count: found.reduce((sum, used) => sum + used.count, 0),
  }
  throw new Refusal('IN_USE', wordsOf(found), { details })
}
