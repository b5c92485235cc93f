import { createContext, type ReactNode, useContext } from 'react'
import type { Import, ImportCalls, ImportCounts } from '#shared/imports/api.ts'
import type { ColumnSet } from '#shared/imports/columns.ts'

/** A kind of import: its routes and texts. */
export type ImportKindView = {
  calls: ImportCalls
  /** The path of the page without an import. */
  path: string
  columns: ColumnSet
  /** The label of the file input. */
  fileLabel: string
  /** The counts in the order of the page, with the path of the list after the import. */
  counts: readonly { count: keyof ImportCounts; label: string; path?: string; isAmount?: true }[]
  /** The number of imported rows. */
  taken: (counts: ImportCounts) => number
  takenLabel: string
  /** The link to the imported records. */
  goTo: { path: string; label: string }
  /** A note for a check that found importable rows. */
  note?: (found: Import) => ReactNode
}

const Kind = createContext<ImportKindView | null>(null)
export const ImportKindProvider = Kind.Provider

export function useImportKind(): ImportKindView {
  const kind = useContext(Kind)
  if (!kind) throw new Error('No kind of import around this')
  return kind
}

/** The URL of an import: the same from upload to result, so that a reload returns to it. */
export const importPath = (kind: ImportKindView, id: string) => `${kind.path}?import=${encodeURIComponent(id)}`
