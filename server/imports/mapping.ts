import { type FieldErrors, Refusal } from '#shared/http/refusal.ts'
import { type AnyMapping, type ColumnSet, missingIn } from '#shared/imports/columns.ts'

/**
 * Applies the user's choices to the mapping; an empty name unmaps a column. Throws INVALID for an unknown column, of the import
 * or of the file, and for an unmapped required one.
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
