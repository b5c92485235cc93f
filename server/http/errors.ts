import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, type RefusalCode, refusals } from '#shared/http/refusal.ts'
import { refusalOf } from '#server/db/database-refusals.ts'

const ofFastify: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'WRONG_TYPE',
  FST_ERR_CTP_EMPTY_TYPE: 'WRONG_TYPE',
}

/** Sends every error in one format: `{ error, code, fields?, details?, requestId }`. Bad input from a client is never a 5xx. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error) ?? refusalOfFastify(error)
    if (refusal && refusal.status >= 500) request.problem = causeOf(error)
    if (refusal) return answer(reply, request, refusal)
    request.log.error({ err: error, requestId: request.id }, 'crashed')
    return answer(reply, request, new Refusal('INTERNAL_ERROR'))
  })
}

export function answer(reply: FastifyReply, request: FastifyRequest, refusal: Refusal): FastifyReply {
  const { status, code, message, fields, details } = refusal
  if (status === 503 || status === 429 || code === 'REQUEST_IN_PROGRESS')
    reply.header('retry-after', `${refusal.retryAfter ?? 1}`)
  request.refusalCode = code
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({ error: message, code, fields, details, requestId: request.id }, (_key, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      ),
    )
}

/** For the log, never sent to the client. */
const causeOf = ({ code, message }: FastifyError) => (code ? `${code}: ${message}` : message)

function refusalOfFastify(error: FastifyError): Refusal | null {
  const code = ofFastify[error.code]
  if (code) return new Refusal(code)
  const status = error.statusCode ?? 500
  if (status === 413) return new Refusal('TOO_LARGE')
  if (status === 415) return new Refusal('WRONG_TYPE')
  return status >= 400 && status < 500 ? new Refusal('MALFORMED', refusals.MALFORMED.message) : null
}

declare module 'fastify' {
  interface FastifyRequest {
    refusalCode: string | null
    /** The underlying error of a 5xx, for the log. */
    problem: string | null
  }
}
