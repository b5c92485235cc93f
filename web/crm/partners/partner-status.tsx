import type { partnerStatuses } from '#shared/crm/partners/api.ts'
import { partnerStatusNames } from '#web/crm/public/partner-fields.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'

/** Whether a customer or supplier is active. */
export function PartnerStatus({ status }: { status: (typeof partnerStatuses)[number] }) {
  return <StatusBadge tone={status === 'active' ? 'good' : 'neutral'}>{partnerStatusNames[status]}</StatusBadge>
}
