import type { Return } from '#shared/sales/returns/api.ts'

/** The message after a transition of a return. */
export function returnStatusMessage({ number, status, creditNote }: Return): string {
  const credit = status === 'Completed' && creditNote ? `, credited by ${creditNote.number}` : ''
  return `${number} is now: ${status}${credit}`
}
