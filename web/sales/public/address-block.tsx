import type { PostalAddress } from '#shared/crm/partners/postal-address.ts'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

/** An address in several lines, beginning with the name. */
export function AddressBlock({ address: { name, address, country } }: { address: PostalAddress }) {
  const text = [name, address, country].filter(Boolean).join('\n')
  return <span className="whitespace-pre-line wrap-anywhere">{unbrokenAddress(text || 'No address')}</span>
}
