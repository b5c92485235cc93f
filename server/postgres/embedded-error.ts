export type EmbeddedCode = 'DATA_IN_USE' | 'WRONG_VERSION' | 'NO_BINARIES' | 'DISK_FULL' | 'START_FAILED'

/** Why the embedded database can't run. `message` is the problem followed by the hint: what the operator can do. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
  readonly code: EmbeddedCode
  readonly hint: string

  constructor(code: EmbeddedCode, problem: string, hint: string, cause?: unknown) {
    super(`${problem}. ${hint}`, cause === undefined ? undefined : { cause })
    this.code = code
    this.hint = hint
  }
}

// a short write on a full disk has no errno: PostgreSQL then only hints "Check free disk space"
const fullDisk =
  /No space left on device|Disk quota exceeded|Check free disk space|database or disk is full|\bENOSPC\b|\bEDQUOT\b/i
const noAccess = /\b(EACCES|EPERM|EROFS)\b|unable to open database file|readonly database|Permission denied/i

/** Converts any error (an errno, the output of a program) to an EmbeddedError; `place` is the affected folder. */
export function explain(error: unknown, problem: string, place: string): EmbeddedError {
  if (error instanceof EmbeddedError) return error
  const text = error instanceof Error ? error.message : String(error)
  if (fullDisk.test(text)) {
    return new EmbeddedError(
      'DISK_FULL',
      `The disk that holds ${place} is full`,
      'Free some space on it, then start again; no saved data is lost',
      error,
    )
  }
  if (noAccess.test(text)) {
    return new EmbeddedError(
      'START_FAILED',
      `${problem}: ${text.trim()}`,
      `Make ${place} and the files in it belong to the user that starts Wardstock, or set DATA_DIR to another folder`,
      error,
    )
  }
  return new EmbeddedError(
    'START_FAILED',
    `${problem}: ${text.trim()}`,
    'Mend the cause named here, or set DATABASE_URL to use a PostgreSQL server of your own',
    error,
  )
}
