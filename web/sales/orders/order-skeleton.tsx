import { Card } from '#web/ui/card.tsx'
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx'

/** An order still to come, in the places where it will stand. */
export function OrderSkeleton() {
  return (
    <div role="status" aria-label="Loading order" className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-6 w-64" />
      </div>
      <Skeleton className="h-10 w-full" />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card title="Lines">
          <SkeletonText lines={8} />
        </Card>
        <Card title="Details">
          <SkeletonText lines={5} />
        </Card>
      </div>
    </div>
  )
}
