import type { AttributeValue } from '#shared/inventory/catalogue/attributes-api.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'

/** The attributes of a product; nothing if it has none. */
export function AttributeFacts({ attributes }: { attributes: readonly AttributeValue[] }) {
  if (attributes.length === 0) return null
  return (
    <Card title="Attributes">
      <DescriptionList
        facts={attributes.map(({ name, kind, shown }) => ({ label: name, value: shown, numeric: kind === 'number' }))}
      />
    </Card>
  )
}
