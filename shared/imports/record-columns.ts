import type { ImportColumn } from './columns.ts'

/** A column of a list of records: the kind of its values, and their path in the record's form. */
export type RecordColumn = ImportColumn & {
  path: string
  kind: 'text' | 'category' | 'supplier' | 'location' | 'price' | 'whole' | 'weight' | 'yesNo' | 'date'
}

export const textColumn = (path: string, name: string, meaning: string, ...also: string[]): RecordColumn => ({
  path,
  kind: 'text',
  name,
  required: false,
  meaning,
  also,
})
export const columnOf = (kind: RecordColumn['kind'], column: RecordColumn): RecordColumn => ({ ...column, kind })
export const forNew = (column: RecordColumn): RecordColumn => ({ ...column, forNew: true })
