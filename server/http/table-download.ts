import type { FastifyReply } from 'fastify'
import type { Cell } from '#server/delivery/exported-list.ts'
import { tableFile, type TableFormat, tableTypes } from '#server/files/table-file.ts'
import { streamDownload } from './stream-download.ts'

export interface ExportColumn<Row> {
  header: string
  cell: (row: Row) => Cell
}

/** Answers with a list as a file. It is read and sent batch by batch; what breaks on the way breaks the download off. */
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
