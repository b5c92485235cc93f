import type { ReactNode } from 'react'
import type { NamedItem } from '#shared/inventory/transfers/api.ts'
import { LineName } from '#web/documents/line-cells.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'

function useItemPath({ id, kind }: Pick<NamedItem, 'id' | 'kind'>): string | null {
  const seesMaterials = useCan('rawmaterials.view')
  const pages = { product: paths.product, raw_material: seesMaterials ? paths.rawMaterial : null, kit: paths.kit }
  return pages[kind]?.(id) ?? null
}

/** An item's name, linked to its page if the user may view it, with its SKU and lots. */
export function ItemName({ item, lots }: { item: NamedItem; lots?: ReactNode }) {
  return <LineName name={item.name} to={useItemPath(item)} code={item.sku} lots={lots} />
}
