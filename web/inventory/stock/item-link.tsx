import { Link } from 'react-router'
import type { NamedItem } from '#shared/inventory/transfers/api.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'

/** An item's name, leading to its page for those who may see it, with its SKU below. */
export function ItemLink({ item: { id, name, sku, kind } }: { item: NamedItem }) {
  const seesMaterials = useCan('rawmaterials.view')
  const pages = { product: paths.product, raw_material: seesMaterials ? paths.rawMaterial : null, kit: paths.kit }
  const page = pages[kind]?.(id)
  return (
    <>
      {page ? (
        <Link to={page} className="font-medium hover:underline">
          {name}
        </Link>
      ) : (
        <span className="font-medium">{name}</span>
      )}
      <span className="block text-muted text-xs">{sku}</span>
    </>
  )
}
