import type { FieldErrors, RefusalCode } from '#shared/http/refusal.ts'

export const noResponseText =
  'Network Error: No response from server. Please check your internet connection or try again later.'

export type ErrorCode = RefusalCode | 'NO_RESPONSE' | 'UNKNOWN'

type ErrorFacts = {
  /** 0 when the server did not respond. */
  status: number
  code: ErrorCode
  fields?: FieldErrors | undefined
  details?: unknown
  /** The server's own message, if it sent one. */
  serverMessage?: string | undefined
}

/** A failed call, with the message to show. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields: FieldErrors
  readonly details: unknown
  readonly serverMessage: string | undefined

  constructor(message: string, { status, code, fields, details, serverMessage }: ErrorFacts) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields ?? {}
    this.details = details
    this.serverMessage = serverMessage
  }

  /**
   * Whether the server may have done it without our knowing: only then does a retry of the same write reuse its
   * idempotency key.
   */
  get isUncertain() {
    return this.status === 0 || this.status >= 500 || this.code === 'REQUEST_IN_PROGRESS'
  }
}

export function noResponse() {
  return new ApiError(noResponseText, { status: 0, code: 'NO_RESPONSE' })
}

/**
 * The error of a response. Its message: the field `error`, else the status text, else the prefix and the transport's
 * error.
 */
export function errorOfAnswer(answer: Pick<Response, 'status' | 'statusText'>, body: unknown, prefix: string) {
  const content = isRecord(body) ? body : {}
  const serverMessage = typeof content.error === 'string' && content.error !== '' ? content.error : undefined
  const message = serverMessage ?? (answer.statusText || `${prefix}: Request failed with status code ${answer.status}`)
  return new ApiError(message, {
    status: answer.status,
    code: typeof content.code === 'string' ? (content.code as ErrorCode) : 'UNKNOWN',
    fields: isRecord(content.fields) ? (content.fields as FieldErrors) : undefined,
    details: content.details,
    serverMessage,
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
