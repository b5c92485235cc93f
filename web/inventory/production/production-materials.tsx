import { Link } from 'react-router'
import type { ProductionRun } from '#shared/inventory/production/api.ts'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#web/ui/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type Material = ProductionRun['materials'][number]

/** What went into a run, lot by lot, and what it cost. */
export function ProductionMaterials({ run }: { run: ProductionRun }) {
  const { currency } = useSettings()
  return (
    <Card flush title="Materials" help={run.status === 'reversal' ? 'Returned to stock' : 'Materials used'}>
      <table className="w-full text-table">
        <thead>
          <tr className="border-line border-y bg-subtle text-muted [&>th]:h-9 [&>th]:px-3 [&>th]:font-medium [&>th:last-child]:pr-5 max-md:[&>th:last-child]:pr-4">
            <th scope="col" className="pl-5! text-left max-md:pl-4!">
              Material and lots
            </th>
            <th scope="col" className="whitespace-nowrap text-right max-md:hidden">
              In a piece
            </th>
            <th scope="col" className="text-right">
              Quantity
            </th>
            <th scope="col" className="whitespace-nowrap text-right">
              Cost, {currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {run.materials.map((material) => (
            <tr
              key={material.id}
              className="border-line border-b align-top last:border-b-0 [&>td]:px-3 [&>td]:py-2.5 [&>td:last-child]:pr-5 max-md:[&>td:last-child]:pr-4"
            >
              <td className="wrap-anywhere pl-5! max-md:pl-4!">
                <Link to={paths.rawMaterial(material.id)} className="link break-words">
                  {material.name}
                </Link>
                <Lots material={material} />
              </td>
              <td className="figures text-right max-md:hidden">{material.perPiece.toLocaleString()}</td>
              <td className="figures text-right">
                {material.quantity.toLocaleString()}
                {material.wasted > 0 && (
                  <span className="block whitespace-nowrap text-warn text-xs">
                    {material.wasted.toLocaleString()} wasted
                  </span>
                )}
              </td>
              <td className="figures text-right">{formatDecimalInput(material.cost, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Lots({ material }: { material: Material }) {
  const lots = material.lots.filter((lot) => lot.lotNumber !== null)
  if (lots.length === 0) return null
  return (
    <ul className="mt-1 flex flex-col gap-1 text-secondary text-xs">
      {lots.map((lot) => (
        <li key={lot.lotId} className="figures">
          {lot.quantity.toLocaleString()} of lot{' '}
          <Link to={paths.lot(lot.lotId)} className="link font-medium">
            {lot.lotNumber}
          </Link>
          {lot.expiryDate && `, expires ${formatDay(lot.expiryDate)}`}
          {lot.wasted > 0 && `, ${lot.wasted.toLocaleString()} of it wasted`}
        </li>
      ))}
    </ul>
  )
}
