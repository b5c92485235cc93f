import type { Return } from '#shared/sales/returns/api.ts'

/** What is said of a return once it has moved. */
export function returnStatusMessage({ number, status, creditNote }: Return): string {
  const credit = status === 'Completed' && creditNote ? `, credited by ${creditNote.number}` : ''
  return `${number} is now: ${status}${credit}`
}
