import { type RawBuilder, sql } from 'kysely'

/** The changes of a record by field, as stored in the audit log: old and new value. */
export function fieldChanges<T extends object>(before: T, after: T): Record<string, [unknown, unknown]> {
  const changes: Record<string, [unknown, unknown]> = {}
  for (const [name, value] of Object.entries(after)) {
    const old = (before as Record<string, unknown>)[name]
    if (!unshown.has(name) && JSON.stringify(old) !== JSON.stringify(value))
      changes[name] = [listed(old), listed(value)]
  }
  return changes
}

/** Other records are shown by their name. */
const listed = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : (value ?? null)

/** Fields that aren't edited by users. */
const unshown = new Set(['version', 'lastOrderDate', 'orders', 'products', 'createdAt', 'updatedAt'])

/** The changes in an entry of the audit log, as a timeline lists them; null if it has none. */
export const listedChanges = (changes: RawBuilder<unknown>) =>
  sql`case when jsonb_typeof(${changes}) = 'object' then (select json_agg(json_build_object('field', c.key,
    'from', c.value->>0, 'to', c.value->>1) order by c.key) from jsonb_each(${changes}) c) end`
