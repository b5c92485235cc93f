import type { FieldErrors, RefusalCode } from '#shared/http/refusal.ts'

export const noResponseText =
  'Network Error: No response from server. Please check your internet connection or try again later.'

export type ErrorCode = RefusalCode | 'NO_RESPONSE' | 'UNKNOWN'

type ErrorFacts = {
  /** 0 when nothing answered. */
  status: number
  code: ErrorCode
  fields?: FieldErrors | undefined
  details?: unknown
  /** The server's own words, where it had any. */
  serverMessage?: string | undefined
}

/** A call that failed, with the words to show. */
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

  /** Whether the server may or may not have done it: only then is a retry of the same write the same intent. */
  get isUncertain() {
    return this.status === 0 || this.status >= 500 || this.code === 'REQUEST_IN_PROGRESS'
  }
}

export function noResponse() {
  return new ApiError(noResponseText, { status: 0, code: 'NO_RESPONSE' })
}

/** The error of an answer: its field `error`, else its status text, else the prefix and what the transport says. */
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
