import { type FieldErrors, Refusal } from '#shared/http/refusal.ts'
import { type DeliveryColumn, deliveryColumns, type Mapping, missingColumns } from '#shared/imports/delivery-columns.ts'

/**
 * Lays what somebody chose over the mapping so far; an empty name takes a column out. Throws INVALID for a column that
 * there is not, here or in the file, and for a required one that nothing stands for.
 */
export function changeMapping(
  before: Mapping,
  chosen: Readonly<Record<string, string>>,
  columns: readonly string[],
): Mapping {
  const fields: FieldErrors = {}
  const mapping: Mapping = { ...before }
  for (const [key, column] of Object.entries(chosen)) {
    if (!Object.hasOwn(deliveryColumns, key)) fields[`mapping.${key}`] = 'is not a column of a delivery history'
    else if (column === '') delete mapping[key as DeliveryColumn]
    else if (!columns.includes(column)) fields[`mapping.${key}`] = `there is no column ${column} in the file`
    else mapping[key as DeliveryColumn] = column
  }
  for (const key of missingColumns(mapping)) {
    fields[`mapping.${key}`] ??= `choose the column that holds ${deliveryColumns[key].name}`
  }
  const named = Object.entries(fields)
  if (named.length === 0) return mapping
  throw new Refusal('INVALID', named.map(([field, message]) => `${field}: ${message}`).join('; '), { fields })
}
