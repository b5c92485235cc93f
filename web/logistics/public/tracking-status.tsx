import { CircleCheck, PackageCheck, TriangleAlert, Truck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Card } from '#web/ui/card.tsx'
import { facts, headline, type Tracked } from './tracking-facts.ts'

const DriverMap = lazy(() => import('./driver-map.tsx'))

const signs = {
  READY_FOR_SHIPPING: { Icon: PackageCheck, look: 'bg-subtle text-secondary' },
  ON_THE_WAY: { Icon: Truck, look: 'bg-info-soft text-info' },
  DELIVERED: { Icon: CircleCheck, look: 'bg-good-soft text-good' },
  FAILED_DELIVERY: { Icon: TriangleAlert, look: 'bg-bad-soft text-bad' },
}

/** The status of the delivery, its ETA, and the driver's position while this is the next stop. */
export function TrackingStatus({ tracking }: { tracking: Tracked }) {
  const { status, position, place } = tracking
  const { Icon, look } = signs[status]
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <div className="flex items-start gap-3">
          <span data-tint className={`flex size-12 shrink-0 items-center justify-center rounded-lg ${look}`}>
            <Icon aria-hidden size={24} />
          </span>
          <div role="status" className="min-w-0 flex-1">
            <p className="font-semibold text-xl">{headline(tracking)}</p>
            {facts(tracking).map((fact) => (
              <p key={fact} className="text-pretty text-secondary">
                {fact}
              </p>
            ))}
          </div>
        </div>
        {position && (
          <Suspense fallback={<div className="h-72 animate-breathe rounded-lg bg-subtle" />}>
            <DriverMap position={position} place={place} driver={tracking.driver ?? 'Driver'} />
          </Suspense>
        )}
      </div>
    </Card>
  )
}
