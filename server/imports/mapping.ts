import { type FieldErrors, Refusal } from '#shared/http/refusal.ts'
import { type AnyMapping, type ColumnSet, missingIn } from '#shared/imports/columns.ts'

/**
 * Lays what somebody chose over the mapping so far; an empty name takes a column out. Throws INVALID for a column that
 * there is not, here or in the file, and for a required one that nothing stands for.
 */
export function changeMapping(
  set: ColumnSet,
  before: AnyMapping,
  chosen: Readonly<Record<string, string>>,
  columns: readonly string[],
): AnyMapping {
  const fields: FieldErrors = {}
  const mapping: AnyMapping = { ...before }
  for (const [key, column] of Object.entries(chosen)) {
    if (!Object.hasOwn(set.columns, key)) fields[`mapping.${key}`] = `is not a column of ${set.of}`
    else if (column === '') delete mapping[key]
    else if (!columns.includes(column)) fields[`mapping.${key}`] = `there is no column ${column} in the file`
    else mapping[key] = column
  }
  for (const key of missingIn(set, mapping)) {
    fields[`mapping.${key}`] ??= `choose the column that holds ${set.columns[key]?.name}`
  }
  const named = Object.entries(fields)
  if (named.length === 0) return mapping
  throw new Refusal('INVALID', named.map(([field, message]) => `${field}: ${message}`).join('; '), { fields })
}
