import type { Kit } from '#shared/inventory/kits/api.ts'
import { Card } from '#web/ui/card.tsx'

/** How many kits can be packed at each location now, and which items limit that. */
export function KitBuildable({ kit: { buildable } }: { kit: Kit }) {
  return (
    <Card title="Can be packed now" help="From available stock, excluding expired and blocked lots.">
      <ul className="flex flex-col gap-3">
        {buildable.map(({ location, canBuild, limits }) => (
          <li key={location.id}>
            <p className="flex items-baseline justify-between gap-6">
              <span className="min-w-0 break-words">{location.name}</span>
              <span className="figures font-medium">{canBuild.toLocaleString()}</span>
            </p>
            <p className="text-pretty text-muted text-xs">
              Limited by {limits.map((limit) => `${limit.name} (${limit.available.toLocaleString()})`).join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
