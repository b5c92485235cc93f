import { Check } from 'lucide-react'
import type { DriverRoute, DriverStop } from '#shared/logistics/driver/api.ts'
import { FieldError } from '#web/ui/field.tsx'
import { findPackage } from './loaded-packages.ts'
import { PackageScan, type Scan } from './package-scan.tsx'

type HandoverCheckProps = {
  route: DriverRoute
  stop: DriverStop
  /** Codes of scanned packages. */
  checked: ReadonlySet<string>
  onCheck: (code: string) => void
  error?: string | undefined
}

/** Scans the packages of a stop on delivery, so that none of another customer is handed over. */
export function HandoverCheck({ route, stop, checked, onCheck, error }: HandoverCheckProps) {
  const packages = stop.shipmentPackages
  if (packages.length === 0) return null

  function read(code: string): Scan {
    const found = findPackage(packages, code)
    if (found) {
      onCheck(found.code)
      return { isWrong: false, words: `${found.code} is for this stop` }
    }
    const owner = route.driverStops.find((other) => findPackage(other.shipmentPackages, code))
    const why = owner ? `is for ${owner.account.name}` : 'is not on this route'
    return { isWrong: true, words: `${code.trim()} ${why}. Do not hand it over.` }
  }

  return (
    <section aria-label="Packages" className="flex flex-col gap-3">
      <h2 className="font-semibold text-xl">
        Packages: {checked.size} of {packages.length} checked
      </h2>
      <ul className="flex flex-col gap-1">
        {packages.map(({ id, code }) => (
          <li key={id} className="figures flex items-center gap-2">
            <Check aria-hidden size={20} className={checked.has(code) ? 'shrink-0 text-good' : 'invisible shrink-0'} />
            <span className="wrap-anywhere">{code}</span>
            {checked.has(code) && <span className="sr-only">checked</span>}
          </li>
        ))}
      </ul>
      <PackageScan read={read} />
      {error && (
        <div tabIndex={-1} aria-invalid>
          <FieldError>{error}</FieldError>
        </div>
      )}
    </section>
  )
}
