import { documentStatusNames } from '#shared/inventory/stock/stock-document.ts'
import type { Transfer } from '#shared/inventory/transfers/api.ts'

/** The message after a transition of a transfer. */
export function transferStatusMessage({ number, status, dispatchedAt }: Transfer): string {
  const underway = status === 'pending' && dispatchedAt !== null
  return `${number} is now: ${underway ? 'In transit' : documentStatusNames[status]}`
}
