/**
 * A document's number, SO-2026-000123, as it is printed, in capitals; null for anything else. Known by its shape and not by its
 * prefix: numbers that were given under an older prefix are told as well.
 */
export function parseDocumentNumber(code: string): string | null {
  return /^[A-Z0-9]{1,8}-\d{4}-\d{6,10}$/i.test(code) ? code.toUpperCase() : null
}
