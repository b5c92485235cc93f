import { sql } from 'kysely'
import { can } from '#shared/access/can.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { type DeletedKind, deletedKinds, deleteRightOf } from '#shared/reports/deleted-kinds.ts'
import { lockDeleted, purge, revive } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { deletedRules } from './deleted-kinds.ts'
import { type DeletedRule, namesOf, rowsOf } from './deleted-rule.ts'

export interface Named {
  kind: DeletedKind
  id: string
  name: string
}
interface How {
  /** A new name, SKU or code. */
  as: string | null
  withParents: boolean
}

/**
 * Restores a deleted record. Throws ALREADY_EXISTS with `details: { label, value }` if another record has its name now, IN_USE
 * with `details: { needs: Named[] }` if a record that it belongs to is deleted too; `how` resolves both.
 */
export async function restoreDeleted(work: Work, kind: DeletedKind, id: string, how: How): Promise<Named[]> {
  assertRight(work, kind)
  const rule = deletedRules[kind]
  const row = await lockDeleted<{ name: string; value: string | null; obstacle: string | null }>(
    work.tx,
    rule.table,
    id,
    sql`${rule.name} as name, ${rule.unique ? sql`t.${sql.ref(rule.unique.column)}` : sql`null`} as value,
      ${rule.obstacle ?? sql`null`} as obstacle`,
    rowsOf(rule),
  )
  const why = rule.notRestorable ?? row.obstacle
  if (why) throw new Refusal('NOT_RESTORABLE', why)
  const restored: Named[] = []
  const needs = await listDeletedParents(work, rule, id)
  if (needs.length > 0 && !how.withParents) {
    const names = needs.map((one) => `${deletedKinds[one.kind].label.toLowerCase()} ${one.name}`).join(', ')
    throw new Refusal('IN_USE', `${row.name} belongs to records that are deleted as well: ${names}.`, {
      details: { needs },
    })
  }
  for (const parent of needs) {
    restored.push(...(await restoreDeleted(work, parent.kind, parent.id, { as: null, withParents: true })))
  }
  await assertUnique(work, rule, id, how.as ?? row.value)
  if (rule.restore) await rule.restore(work, id)
  else await revive(work.tx, rule.table, id, rule.unique && how.as ? [rule.unique.column, how.as] : undefined)
  work.audit(`${kind}.restored`, kind, id, { name: row.name, as: how.as })
  rule.announce?.(work, id)
  const isRenamed = how.as !== null && rule.unique?.column === 'name'
  return [...restored, { kind, id, name: isRenamed && how.as ? how.as : row.name }]
}

/** Deletes it permanently. Refused while documents or ledger rows refer to it: then it stays archived. */
export async function purgeDeleted(work: Work, kind: DeletedKind, id: string): Promise<void> {
  assertRight(work, kind)
  const rule = deletedRules[kind]
  const row = await lockDeleted<{ name: string; kept: string | null }>(
    work.tx,
    rule.table,
    id,
    namesOf(rule),
    rowsOf(rule),
  )
  if (row.kept) throw new Refusal('IN_USE', row.kept)
  try {
    await purge(work.tx, rule.table, id)
  } catch (error) {
    // A foreign key may find references that the rules above don't cover.
    if ((error as { code?: string }).code !== '23503') throw error
    throw new Refusal(
      'IN_USE',
      `${row.name} can't be deleted permanently: other records refer to it. It stays archived.`,
    )
  }
  work.audit(`${kind}.purged`, kind, id, { name: row.name })
}

function assertRight(work: Work, kind: DeletedKind): void {
  if (!can(work.caller, deleteRightOf(kind))) throw new Refusal('FORBIDDEN')
}

/** The parents that are deleted. All parents are locked, so that none is deleted meanwhile. */
async function listDeletedParents(work: Work, rule: DeletedRule, id: string): Promise<Named[]> {
  const parents = (rule.belongsTo ?? []).map(({ kind, ids }, index) => {
    const parent = deletedRules[kind]
    const held = sql.ref(`held_${index}`)
    return {
      lock: sql`${held} as (select ${kind}::text as kind, t.id, ${parent.name} as name, t.deleted_at
        from ${sql.table(parent.table)} t where ${rowsOf(parent)} and t.id in (${ids(id)}) order by t.id for share of t)`,
      read: sql`select kind, id, name from ${held} where deleted_at is not null`,
    }
  })
  if (parents.length === 0) return []
  const { rows } = await sql<Named>`with ${sql.join(parents.map(({ lock }) => lock))}
    ${sql.join(
      parents.map(({ read }) => read),
      sql` union all `,
    )}`.execute(work.tx)
  return rows
}

async function assertUnique(work: Work, rule: DeletedRule, id: string, value: string | null): Promise<void> {
  if (!rule.unique || !value) return
  const { column, label, within } = rule.unique
  const beside = within
    ? sql`and t.${sql.ref(within)} = (select o.${sql.ref(within)} from ${sql.table(rule.table)} o where o.id = ${id})`
    : sql``
  const { rows } = await sql`select 1 from ${sql.table(rule.table)} t
    where lower(t.${sql.ref(column)}) = lower(${value}) and t.id <> ${id} and t.deleted_at is null ${beside}`.execute(
    work.tx,
  )
  if (rows.length === 0) return
  throw new Refusal('ALREADY_EXISTS', `${label} ${value} is now used by another record. Enter a different one.`, {
    fields: { as: 'is taken' },
    details: { label, value },
  })
}
