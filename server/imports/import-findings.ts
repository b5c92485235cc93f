import type { ImportProblem } from '#shared/imports/api.ts'
import { deliveryColumnSet, type Mapping } from '#shared/imports/delivery-columns.ts'
import type { Db } from '#server/db/database.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import { openCsv } from './csv-file.ts'
import { readDeliveries } from './delivery-file.ts'
import type { DeliveryLine } from './delivery-line.ts'
import { compareWithStored } from './stored-lines.ts'

/** What a file would bring, judged by itself and by what is in the database. */
export interface FileFindings {
  /** Lines to take in. */
  fresh: DeliveryLine[]
  /** Of every line that is right, taken in or not: names and latest prices. */
  catalogue: Catalogue
  known: number
  /** Rows, of which each may have several problems. */
  bad: number
  problems: ImportProblem[]
}

/** Reads a whole file and changes nothing. Throws INVALID where it can't be read. */
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
