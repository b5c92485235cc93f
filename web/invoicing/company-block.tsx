import { LogoImage } from './public/logo-image.tsx'
import { useSettings } from '#web/session/settings.ts'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

/** The sender of the invoice: the company from the settings. */
export function CompanyBlock() {
  const { name, headquarters, address, contactEmail, phone, website, taxNumber } = useSettings().company
  const place = address ?? headquarters
  const lines = [
    place,
    contactEmail,
    phone,
    website?.replace(/^https?:\/\//, ''),
    taxNumber && `Tax number ${taxNumber}`,
  ]
  return (
    <address className="min-w-0 text-secondary text-table not-italic">
      <LogoImage />
      <p className="font-semibold text-base text-primary">{name}</p>
      {lines
        .filter((line) => line !== null && line !== undefined)
        .map((line) => (
          <p key={line} className="whitespace-pre-line break-words">
            {line === place ? unbrokenAddress(line) : line}
          </p>
        ))}
    </address>
  )
}
