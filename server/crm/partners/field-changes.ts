import { type RawBuilder, sql } from 'kysely'

/** What a change did to a record, field by field, as the audit log keeps it: old and new value. */
export function fieldChanges<T extends object>(before: T, after: T): Record<string, [unknown, unknown]> {
  const changes: Record<string, [unknown, unknown]> = {}
  for (const [name, value] of Object.entries(after)) {
    const old = (before as Record<string, unknown>)[name]
    if (!unshown.has(name) && JSON.stringify(old) !== JSON.stringify(value))
      changes[name] = [listed(old), listed(value)]
  }
  return changes
}

/** Another record is listed by its name. */
const listed = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : (value ?? null)

/** What is no field of anybody's typing. */
const unshown = new Set(['version', 'lastOrderDate', 'orders', 'products', 'createdAt', 'updatedAt'])

/** The changes that an entry of the audit log keeps, as a timeline lists them; null where it keeps none. */
export const listedChanges = (changes: RawBuilder<unknown>) =>
  sql`case when jsonb_typeof(${changes}) = 'object' then (select json_agg(json_build_object('field', c.key,
    'from', c.value->>0, 'to', c.value->>1) order by c.key) from jsonb_each(${changes}) c) end`
