import type { FastifyReply } from 'fastify'
import type { Cell } from '#server/delivery/exported-list.ts'
import { tableFile, type TableFormat, tableTypes } from '#server/files/table-file.ts'
import { streamDownload } from './stream-download.ts'

export interface ExportColumn<Row> {
  header: string
  cell: (row: Row) => Cell
}

/** Streams a list as a file, reading and sending it in batches; an error on the way aborts the download. */
export function sendTable<Row>(
  reply: FastifyReply,
  file: {
    name: string
    format: TableFormat
    columns: readonly ExportColumn<Row>[]
    rows: AsyncIterable<readonly Row[]>
  },
): never {
  const { name, format, columns, rows } = file
  async function* cells() {
    for await (const batch of rows) yield batch.map((row) => columns.map((column) => column.cell(row)))
  }
  reply.header('content-disposition', `attachment; filename="${name}.${format}"`).type(tableTypes[format])
  const headers = columns.map((column) => column.header)
  return streamDownload(reply, tableFile(format, name, headers, cells()))
}
