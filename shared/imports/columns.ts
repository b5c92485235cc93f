export interface ImportColumn {
  name: string
  /** Without it no row can be read. */
  required: boolean
  /** Only rows that add something need it; others keep what is there. */
  forNew?: boolean
  meaning: string
  /** What else people call it. */
  also: readonly string[]
}

/** Which column of the file holds what: our key → its name; a key that is left out is not in the file. */
export type AnyMapping = Record<string, string>

/** What a file may tell, and how to find it there. */
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

/** The key that somebody means by its own name, its usual heading or one of the other names for it. */
export function columnNamed<K extends string>(set: ColumnSet<K>, name: string): K | undefined {
  const wanted = plain(name)
  return set.keys.find((key) => namesOf(set, key).some((one) => plain(one) === wanted))
}

const namesOf = <K extends string>({ columns }: ColumnSet<K>, key: K): readonly string[] => [
  columns[key].name,
  key,
  ...columns[key].also,
]

/** Finds the columns by their names: first the usual heading, then what else people call it. */
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

/** The required columns that nothing stands for yet. */
export const missingIn = <K extends string>(set: ColumnSet<K>, mapping: Partial<Record<K, string>>): K[] =>
  set.keys.filter((key) => set.columns[key].required && !mapping[key])
