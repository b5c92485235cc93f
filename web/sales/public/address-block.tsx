import type { PostalAddress } from '#shared/crm/partners/postal-address.ts'

/** An address in lines, its name first. */
export function AddressBlock({ address: { name, address, country } }: { address: PostalAddress }) {
  const text = [name, address, country].filter(Boolean).join('\n')
  return <span className="whitespace-pre-line wrap-anywhere">{text || 'No address'}</span>
}
