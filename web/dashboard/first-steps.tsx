import { ArrowRight, FileUp, PackagePlus, ShoppingCart } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { useCompanySetup } from './company-setup.tsx'

const steps = [
  {
    icon: PackagePlus,
    title: 'Add a product',
    text: 'Set a price and the quantity on hand.',
    to: paths.productNew,
  },
  {
    icon: FileUp,
    title: 'Import a delivery history',
    text: 'Bring products, customers and past orders in from a CSV file.',
    to: paths.imports,
  },
  {
    icon: ShoppingCart,
    title: 'Take an order',
    text: 'Confirm it to reserve stock and create the invoice.',
    to: paths.orderNew,
  },
] as const

/** The first steps for an administrator of an empty company, after the checklist is dismissed. */
export function FirstSteps() {
  if (useCompanySetup()) return null
  return (
    <Card title="Get started" help="Figures appear here once there is data." flush>
      <ol className="grid border-line border-t md:grid-cols-3">
        {steps.map(({ icon: Icon, title, text, to }, at) => (
          <li key={to} className="border-line not-first:border-l max-md:not-first:border-t max-md:not-first:border-l-0">
            <Link to={to} className="group flex h-full gap-4 p-5 -outline-offset-2 hover:bg-subtle max-md:p-4">
              <span
                data-tint
                className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent-text"
              >
                <Icon aria-hidden size={20} strokeWidth={1.75} />
              </span>
              <span className="flex min-w-0 flex-1 flex-col gap-1">
                <span className="text-muted text-xs">Step {at + 1}</span>
                <span className="flex items-center gap-1.5 font-semibold">
                  {title}
                  <ArrowRight
                    aria-hidden
                    size={16}
                    className="text-muted transition-transform duration-150 group-hover:translate-x-0.5"
                  />
                </span>
                <span className="text-pretty text-secondary">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  )
}
