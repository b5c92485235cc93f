import type { FastifyReply } from 'fastify'
import { invalid } from '#shared/http/refusal.ts'
import { isWorkbook, readSheet } from '#server/files/sheet-reader.ts'
import { importDeliveries } from './import-deliveries.ts'
import { productKind } from './import-products.ts'
import { customerKind } from './customers/import-customers.ts'
import { rawMaterialKind } from './import-raw-materials.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import type { JobHandler } from '#server/kernel/job-contract.ts'
import { cancelImport } from './cancel-import.ts'
import { outlineCsv } from './csv-file.ts'
import { deliveryKind } from './delivery-kind.ts'
import { errorFile, templateFile } from './error-file.ts'
import type { ImportKind } from './import-kind.ts'
import { addImport, getImport, listImports } from './import-rows.ts'
import { importJob, writeImport } from './import-job.ts'
import { otherKindOf } from './text-file.ts'
import { startImport } from './start-import.ts'

/** Serves the imports. Returns the handler of their job. */
export function serveImports(serve: Serve, deps: ServeDeps): JobHandler<'run-import'> {
  const deliveries = deliveryKind(importDeliveries)
  const kinds = [deliveries, productKind, rawMaterialKind, customerKind]
  for (const kind of kinds) serveKind(serve, deps, kind)
  return importJob(deps, kinds)
}

function serveKind({ read, write }: Serve, deps: ServeDeps, kind: ImportKind): void {
  const { calls } = kind
  read(calls.uploadImport, async ({ caller, query, request }) => {
    if (!Buffer.isBuffer(request.body)) throw invalid('file', 'is missing: send it as text/csv')
    const { content, encoding } = await asCsv(request.body)
    const file = await outlineCsv(content, kind.columns).catch((error: unknown) => {
      throw !encoding && isDamagedWorkbook(query.fileName, content)
        ? invalid('file', 'is not a readable Excel file')
        : error
    })
    return writeImport(deps, caller, (work) =>
      addImport(work, kind, query.fileName, content, { ...file, encoding: encoding ?? file.encoding }),
    )
  })
  read(calls.listImports, async ({ db }) => ({ data: await listImports(db, kind.name) }))
  read(calls.downloadImportTemplate, async ({ reply }) => download(reply, kind.template, templateFile(kind)))
  read(calls.getImport, ({ db, params }) => getImport(db, params.id, kind.name))
  read(calls.checkImport, ({ caller, params, body }) =>
    writeImport(deps, caller, (work) => startImport(work, kind, 'check', params.id, body.mapping)),
  )
  read(calls.runImport, ({ caller, params }) =>
    writeImport(deps, caller, (work) => startImport(work, kind, 'run', params.id)),
  )
  write(calls.cancelImport, (work, { params }) => cancelImport(work, params.id, kind.name))
  read(calls.downloadImportErrors, async ({ db, params, reply }) => {
    await getImport(db, params.id, kind.name)
    const { fileName, text } = await errorFile(db, kind, params.id)
    return download(reply, fileName, text)
  })
}

/** A workbook is stored as the CSV of its first sheet, so that there is only one kind of file. */
async function asCsv(bytes: Buffer): Promise<{ content: Buffer; encoding?: string }> {
  if (!isWorkbook(bytes)) return { content: bytes }
  const { text, sheet } = await readSheet(bytes)
  return { content: Buffer.from(text), encoding: `the sheet ${sheet} of an Excel workbook` }
}

/**
 * True for a file with the name of a workbook that is neither a workbook nor another known kind of file; text with such a name
 * is still read as a table.
 */
const isDamagedWorkbook = (fileName: string, content: Buffer) =>
  /\.xlsx?$/i.test(fileName) && otherKindOf(content) === undefined

/** Returned as the handler's reply: sending it here would race with the response's compression. */
function download(reply: FastifyReply, fileName: string, text: string): never {
  const plain = fileName.replace(/[^\w. ()-]/g, '_')
  const name = `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
  reply.header('content-disposition', name).type('text/csv; charset=utf-8')
  return text as never
}
