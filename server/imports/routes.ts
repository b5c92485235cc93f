import type { FastifyInstance, FastifyReply } from 'fastify'
import { mayCall } from '#shared/access/can.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { importsApi } from '#shared/imports/api.ts'
import { importDeliveries } from '#server/flows/import-deliveries.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { callerOf } from '#server/http/session.ts'
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
  takeFiles(http, deps)

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

/** Files come as they are. Whoever may not send one is turned away before the first byte of it is kept. */
function takeFiles(http: FastifyInstance, deps: ServeDeps): void {
  const { method, path } = importsApi.uploadImport
  const isUpload = (url: string | undefined, by: string) => url === path && by === method
  http.addHook('preParsing', async (request) => {
    if (!isUpload(request.routeOptions.url, request.method)) return
    const token = deps.cookie.read(request)
    const caller = token ? await callerOf(deps.database.db, token) : null
    if (!mayCall(caller, importsApi.uploadImport.spec.access)) throw new Refusal(caller ? 'FORBIDDEN' : 'NOT_SIGNED_IN')
  })
  http.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUpload(request.routeOptions.url, request.method)) done(null, body)
    else done(new Refusal('WRONG_TYPE'))
  })
}
