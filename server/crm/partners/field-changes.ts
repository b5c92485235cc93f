/** What a change did to a record, field by field, as the audit log keeps it: old and new value. */
export function fieldChanges<T extends object>(before: T, after: T): Record<string, [unknown, unknown]> {
  const changes: Record<string, [unknown, unknown]> = {}
  for (const [name, value] of Object.entries(after)) {
    const old = (before as Record<string, unknown>)[name]
    if (!unshown.has(name) && JSON.stringify(old) !== JSON.stringify(value))
      changes[name] = [old ?? null, value ?? null]
  }
  return changes
}

/** What is no field of anybody's typing. */
const unshown = new Set(['version', 'lastOrderDate', 'orders', 'products', 'createdAt', 'updatedAt'])
