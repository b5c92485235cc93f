import { inOneLine } from '#shared/in-one-line.ts'
import { useSettings } from '#web/session/settings.ts'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

/** The company's name, address and phone, from the settings. */
export function Footer() {
  const { company } = useSettings()
  return (
    <footer
      data-chrome
      className="flex min-h-10 flex-wrap content-center items-center gap-x-4 gap-y-1 border-line border-t px-6 py-2 text-muted text-xs max-md:px-4"
    >
      <p className="font-medium text-secondary">{company.name}</p>
      {company.address && <p>{unbrokenAddress(inOneLine(company.address))}</p>}
      {company.phone && (
        <p>
          <a href={`tel:${company.phone.replace(/[^\d+]/g, '')}`} className="rounded-sm hover:text-primary">
            {company.phone}
          </a>
        </p>
      )}
    </footer>
  )
}
