import { createContext, type ReactNode, useContext } from 'react'
import type { Import, ImportCalls, ImportCounts } from '#shared/imports/api.ts'
import type { ColumnSet } from '#shared/imports/columns.ts'

/** What is imported: the calls, and the words that differ from one kind to the next. */
export type ImportKindView = {
  calls: ImportCalls
  /** Of the page without an import. */
  path: string
  columns: ColumnSet
  /** Name of the file's field. */
  fileLabel: string
  /** What is counted, in the order of the page, with the way to where it stands then. */
  counts: readonly { count: keyof ImportCounts; label: string; path?: string; isAmount?: true }[]
  /** How many rows were taken in. */
  taken: (counts: ImportCounts) => number
  takenLabel: string
  /** Where to look afterwards. */
  goTo: { path: string; label: string }
  /** Said of a check that found rows to take. */
  note?: (found: Import) => ReactNode
}

const Kind = createContext<ImportKindView | null>(null)
export const ImportKindProvider = Kind.Provider

export function useImportKind(): ImportKindView {
  const kind = useContext(Kind)
  if (!kind) throw new Error('No kind of import around this')
  return kind
}

/** The address of one import: it stays the same from the upload to the result, so a reload finds it again. */
export const importPath = (kind: ImportKindView, id: string) => `${kind.path}?import=${encodeURIComponent(id)}`
