import type { FastifyInstance, FastifyReply } from 'fastify'
import { invalid } from '#shared/http/refusal.ts'
import { importsApi } from '#shared/imports/api.ts'
import { importDeliveries } from '#server/flows/import-deliveries.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { cancelImport } from './cancel-import.ts'
import { outlineCsv } from './csv-file.ts'
import { errorFile, templateFile } from './error-file.ts'
import { addImport, getImport, listImports } from './import-rows.ts'
import { ImportWorker } from './import-worker.ts'

export function serveImports({ read, write }: Serve, http: FastifyInstance, deps: ServeDeps): void {
  const worker = new ImportWorker({
    ...deps,
    takeIn: importDeliveries,
    onCrash: (error) => http.log.error({ err: error }, 'import crashed'),
  })
  http.addHook('preClose', () => worker.stop())

  read(importsApi.uploadImport, async ({ caller, query, request }) => {
    const content = request.body
    if (!Buffer.isBuffer(content)) throw invalid('file', 'is missing: send it as text/csv')
    const file = await outlineCsv(content)
    return worker.write(caller, (work) => addImport(work, query.fileName, content, file))
  })
  read(importsApi.listImports, async ({ db }) => ({ data: await listImports(db) }))
  read(importsApi.downloadImportTemplate, async ({ reply }) =>
    download(reply, 'delivery-history-template.csv', templateFile()),
  )
  read(importsApi.getImport, ({ db, params }) => getImport(db, params.id))
  read(importsApi.checkImport, ({ caller, params, body }) => worker.start('check', params.id, caller, body.mapping))
  read(importsApi.runImport, ({ caller, params }) => worker.start('run', params.id, caller))
  write(importsApi.cancelImport, (work, { params }) => cancelImport(work, params.id))
  read(importsApi.downloadImportErrors, async ({ db, params, reply }) => {
    const { fileName, text } = await errorFile(db, params.id)
    return download(reply, fileName, text)
  })
}

/** The text goes out as the handler's answer: sent from within, it would race with its own compression. */
function download(reply: FastifyReply, fileName: string, text: string): never {
  const plain = fileName.replace(/[^\w. ()-]/g, '_')
  const name = `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
  reply.header('content-disposition', name).type('text/csv; charset=utf-8')
  return text as never
}
