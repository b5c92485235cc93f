/** All error codes for which the server refuses a request, with their HTTP status and default message. */
export const refusals = {
  MALFORMED: { status: 400, message: 'The request could not be read.' },
  IDEMPOTENCY_KEY_MISSING: { status: 400, message: 'This call needs an Idempotency-Key header.' },
  TOKEN_INVALID: { status: 400, message: 'The link was used, has expired or was replaced. Request a new one.' },
  NOT_SIGNED_IN: { status: 401, message: 'Sign in to continue.' },
  WRONG_CREDENTIALS: { status: 401, message: 'Login failed. Check your credentials.' },
  SECOND_FACTOR_NEEDED: { status: 401, message: 'Type the code of your authenticator app.' },
  FORBIDDEN: { status: 403, message: 'Action not permitted.' },
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Administrators need a second factor. Set one up first.' },
  SUDO_REQUIRED: { status: 403, message: 'Not saved. Please confirm your password first.' },
  FOREIGN_ORIGIN: { status: 403, message: 'The request did not come from this application.' },
  SETUP_CODE_WRONG: { status: 403, message: 'The set-up code is wrong. Printed by the server when it started.' },
  LINK_INVALID: { status: 403, message: 'The registration link is missing, used, expired or revoked.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  INVALID_TRANSITION: { status: 409, message: 'This action is not available in its current status.' },
  NOT_EDITABLE: { status: 409, message: 'It can’t be changed in its current status.' },
  ALREADY_DONE: { status: 409, message: 'This has already been done.' },
  ALREADY_RUNNING: { status: 409, message: 'It is already running.' },
  NOT_READY: { status: 409, message: 'Something else has to be done first.' },
  TOO_EARLY: { status: 409, message: 'It is too early for this.' },
  TOO_LATE: { status: 409, message: 'It is too late for this.' },
  LIMIT_REACHED: { status: 409, message: 'There are as many as there can be.' },
  HAS_PAYMENTS: { status: 409, message: 'The invoice has payments.' },
  CREDIT_USED: { status: 409, message: 'The credit has already been used.' },
  ORDER_ON_HOLD: { status: 409, message: 'The order is on hold.' },
  CUSTOMER_INACTIVE: { status: 409, message: 'The customer is inactive.' },
  NOTHING_SHORT: { status: 409, message: 'Everything is in stock.' },
  GOODS_STOPPED: { status: 409, message: 'The goods must not be used.' },
  ON_ROUTE: { status: 409, message: 'The goods are on a route.' },
  NOT_RESTORABLE: { status: 409, message: 'It can’t be restored.' },
  INSUFFICIENT_STOCK: { status: 409, message: 'Not enough stock.' },
  COMMITTED_TO_ORDERS: { status: 409, message: 'A different quantity is reserved for orders.' },
  IN_USE: { status: 409, message: 'It is in use.' },
  ALREADY_EXISTS: { status: 409, message: 'It already exists.' },
  ALREADY_SET_UP: { status: 409, message: 'An administrator already exists.' },
  OWN_ACCOUNT: { status: 409, message: 'You can’t suspend or delete your own account. Ask another administrator.' },
  LAST_ADMINISTRATOR: { status: 409, message: 'At least one active administrator is required.' },
  PERIOD_CLOSED: { status: 409, message: 'The date is in a closed period.' },
  CURRENCY_FIXED: { status: 409, message: 'The currency can’t be changed because amounts are posted in it.' },
  REQUEST_IN_PROGRESS: { status: 409, message: 'The same request is still in progress.' },
  OVERPAID: { status: 409, message: 'The payment exceeds the balance due.' },
  OVER_CREDIT_LIMIT: { status: 409, message: 'The customer would exceed their credit limit.' },
  BELOW_MINIMUM: { status: 409, message: 'Less than the minimum order quantity is ordered.' },
  VERSION_CONFLICT: { status: 412, message: 'It was changed by someone else.' },
  TOO_LARGE: { status: 413, message: 'The request is too large.' },
  WRONG_TYPE: { status: 415, message: 'The content type is not accepted.' },
  UNKNOWN_HOST: { status: 421, message: 'Wardstock is not available under this host name.' },
  PROOF_INCOMPLETE: { status: 422, message: 'The proof of delivery is not complete.' },
  INVALID: { status: 422, message: 'Some fields are not valid.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'The Idempotency-Key was used for another request.' },
  IF_MATCH_MISSING: { status: 428, message: 'This call needs an If-Match header with the version that was read.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Try again later.' },
  INTERNAL_ERROR: { status: 500, message: 'The server failed. The error has been logged.' },
  DATABASE_DOWN: { status: 503, message: 'The database is not responding. Try again in a moment.' },
  DATABASE_READ_ONLY: { status: 503, message: 'The database is read-only. Nothing was changed.' },
  SERVER_BUSY: { status: 503, message: 'The server is busy. Try again in a moment.' },
  DISK_FULL: { status: 503, message: 'The disk of the server is full. Nothing was changed.' },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals
/** Field (dotted path) → what is wrong with it. */
export type FieldErrors = Record<string, string>

/** An expected error with a message that the client may show; nothing was changed. Any other error is a bug (500). */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: FieldErrors | undefined
  /** Structured data for the client: what is short, which transitions are open, the current record. */
  readonly details: unknown
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined

  constructor(
    code: RefusalCode,
    message?: string,
    more: { fields?: FieldErrors; details?: unknown; retryAfter?: number } = {},
  ) {
    super(message ?? refusals[code].message)
    this.name = 'Refusal'
    this.code = code
    this.fields = more.fields
    this.details = more.details
    this.retryAfter = more.retryAfter
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/** INVALID (422) for one field. */
export function invalid(field: string, message: string): Refusal {
  return new Refusal('INVALID', `${field}: ${message}`, { fields: { [field]: message } })
}
