import { ArrowLeft } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'
import { pageTitleId } from '#web/ui/page-header.tsx'
import { useHeading } from './address.ts'
import { unbrokenNumbers } from '#web/ui/table/unbroken-numbers.tsx'

/** The header of a step of a route: title and back button. */
export function StepHeader({ title, help, onBack }: { title: string; help?: string; onBack: () => void }) {
  useHeading(title, false)
  return (
    <header className="flex items-start gap-2">
      <IconButton label="Back" size="lg" variant="secondary" onClick={onBack}>
        <ArrowLeft aria-hidden />
      </IconButton>
      <div className="min-w-0 flex-1 pt-2">
        <h1 id={pageTitleId} tabIndex={-1} className="wrap-anywhere font-semibold text-xl">
          {unbrokenNumbers(title)}
        </h1>
        {help && <p className="wrap-anywhere text-secondary">{unbrokenNumbers(help)}</p>}
      </div>
    </header>
  )
}
