export interface ImportColumn {
  name: string
  /** No row can be read without it. */
  required: boolean
  /** Required only for rows that add a record; for others, the current value is kept. */
  forNew?: boolean
  meaning: string
  /** Alternative headings. */
  also: readonly string[]
}

/** The mapping: our key → the file's column name; keys that are missing are not in the file. */
export type AnyMapping = Record<string, string>

/** The columns of an import, and how to find them in a file. */
export interface ColumnSet<K extends string = string> {
  /** "a delivery history" */
  of: string
  keys: readonly K[]
  columns: Readonly<Record<K, ImportColumn>>
}

export const columnSet = <K extends string>(of: string, columns: Readonly<Record<K, ImportColumn>>): ColumnSet<K> => ({
  of,
  keys: Object.keys(columns) as K[],
  columns,
})

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The key for a name: the key itself, its usual heading or an alternative. */
export function columnNamed<K extends string>(set: ColumnSet<K>, name: string): K | undefined {
  const wanted = plain(name)
  return set.keys.find((key) => namesOf(set, key).some((one) => plain(one) === wanted))
}

const namesOf = <K extends string>({ columns }: ColumnSet<K>, key: K): readonly string[] => [
  columns[key].name,
  key,
  ...columns[key].also,
]

/** Maps columns by their names: first the usual headings, then the alternatives. */
export function guessColumns<K extends string>(
  set: ColumnSet<K>,
  columns: readonly string[],
): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {}
  const free = new Map(columns.map((column) => [plain(column), column]))
  for (const take of [(key: K) => [set.columns[key].name], (key: K) => namesOf(set, key)]) {
    for (const key of set.keys) {
      const name = found[key]
        ? undefined
        : take(key)
            .map(plain)
            .find((one) => free.has(one))
      const column = name === undefined ? undefined : free.get(name)
      if (name === undefined || column === undefined) continue
      found[key] = column
      free.delete(name)
    }
  }
  return found
}

/** The required columns that are not mapped yet. */
export const missingIn = <K extends string>(set: ColumnSet<K>, mapping: Partial<Record<K, string>>): K[] =>
  set.keys.filter((key) => set.columns[key].required && !mapping[key])
