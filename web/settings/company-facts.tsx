import type { VisibleSettings } from '#shared/settings/api.ts'
import { companyLabels } from './company-labels.ts'
import { currencyLabel, timeZoneLabel } from './region-labels.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'

/** The company settings, read-only for users who can't edit them. */
export function CompanyFacts({ settings }: { settings: VisibleSettings }) {
  const { company, lowStockThreshold, inventory, currency, timeZone } = settings
  return (
    <Card title="Company" help="Administrators can change this.">
      <DescriptionList
        facts={[
          ...Object.entries(companyLabels).map(([name, label]) => ({
            label,
            value: company[name as keyof typeof companyLabels],
          })),
          { label: 'Currency', value: currencyLabel(currency) },
          { label: 'Time zone', value: timeZoneLabel(timeZone) },
          { label: 'Low stock threshold', value: lowStockThreshold.toLocaleString(), numeric: true },
          ...(inventory
            ? [
                { label: 'Near expiry, days', value: inventory.nearExpiryDays.toLocaleString(), numeric: true },
                {
                  label: 'Minimum shelf life, days',
                  value: inventory.minimumShelfLifeDays.toLocaleString(),
                  numeric: true,
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
