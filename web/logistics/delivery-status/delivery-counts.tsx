import type { DeliveryStatus } from '#shared/logistics/routes/delivery-status-api.ts'
import { cn } from '#web/ui/class-names.ts'

const names = {
  late: 'Late',
  failed: 'Failed',
  onTheWay: 'On the way',
  waiting: 'Waiting',
  delivered: 'Delivered',
} as const satisfies Record<keyof DeliveryStatus['counts'], string>

/** The number of deliveries of the day by status, late and failed ones first. */
export function DeliveryCounts({ counts }: Pick<DeliveryStatus, 'counts'>) {
  return (
    <dl className="grid grid-cols-5 gap-px overflow-hidden max-md:grid-cols-[repeat(5,auto)] rounded-lg border border-line bg-line">
      {(Object.keys(names) as (keyof typeof names)[]).map((name) => (
        <div key={name} className="flex flex-col-reverse justify-end bg-card px-4 py-3 max-md:px-2">
          <dt className="text-muted text-table max-md:text-xs">{names[name]}</dt>
          <dd
            className={cn(
              'figures font-semibold text-xl',
              counts[name] > 0 && name === 'failed' && 'text-bad',
              counts[name] > 0 && name === 'late' && 'text-warn',
            )}
          >
            {counts[name].toLocaleString()}
          </dd>
        </div>
      ))}
    </dl>
  )
}
