import type { ImportProblem } from '#shared/imports/api.ts'
import { deliveryColumnSet, type Mapping } from '#shared/imports/delivery-columns.ts'
import type { Db } from '#server/db/database.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import { openCsv } from './csv-file.ts'
import { readDeliveries } from './delivery-file.ts'
import type { DeliveryLine } from './delivery-line.ts'
import { compareWithStored } from './stored-lines.ts'

/** What a file would import, checked by itself and against the database. */
export interface FileFindings {
  /** Lines to import. */
  fresh: DeliveryLine[]
  /** From all valid lines, imported or not: names and latest prices. */
  catalogue: Catalogue
  known: number
  /** The number of rows with problems; each may have several. */
  bad: number
  problems: ImportProblem[]
}

/** Reads and checks a whole file without changing anything. Throws INVALID if it can't be read. */
export async function examine(
  db: Db,
  content: Buffer,
  mapping: Mapping,
  onProgress?: (rows: number) => Promise<void>,
): Promise<FileFindings> {
  const { lines, problems, repeated } = await readDeliveries(openCsv(content, deliveryColumnSet), mapping, onProgress)
  const compared = await compareWithStored(db, lines, mapping)
  const all = [...problems, ...compared.problems].toSorted((a, b) => a.row - b.row)
  return {
    fresh: compared.fresh,
    catalogue: catalogueOf(lines),
    known: compared.known + repeated,
    bad: new Set(all.map((problem) => problem.row)).size,
    problems: all,
  }
}
