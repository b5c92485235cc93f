import type { ImportColumn } from './columns.ts'

/** A column of a list of records: what its cells hold, and where that goes in what the record's form sends. */
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
