/**
 * Parses a document number, SO-2026-000123, as printed, in capitals; null for anything else. Recognized by its format, not its
 * prefix, so that numbers with an older prefix are found as well.
 */
export function parseDocumentNumber(code: string): string | null {
  return /^[A-Z0-9]{1,8}-\d{4}-\d{6,10}$/i.test(code) ? code.toUpperCase() : null
}
