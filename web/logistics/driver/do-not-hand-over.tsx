import { OctagonX } from 'lucide-react'
import type { DriverStop } from '#shared/logistics/driver/api.ts'

/** Red card with the goods of a stop that must not be delivered. */
export function DoNotHandOver({ stop }: { stop: Pick<DriverStop, 'lines'> }) {
  const blocked = stop.lines.filter((line) => line.doNotHandOver !== null)
  if (blocked.length === 0) return null
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-lg bg-bad-fill p-4 text-bad-contrast">
      <p className="flex items-center gap-2 font-semibold text-xl">
        <OctagonX aria-hidden size={28} className="shrink-0" />
        Do not hand over
      </p>
      <ul className="flex flex-col gap-1">
        {blocked.map((line) => (
          <li key={line.id} className="wrap-anywhere">
            {line.quantity} × {line.product.name}: {line.doNotHandOver}
          </li>
        ))}
      </ul>
      <p>Keep these goods apart in the vehicle and bring them back.</p>
    </div>
  )
}
