import { Link } from 'react-router'
import type { Estimate } from '#shared/sales/estimates/api.ts'
import type { FormState } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { estimatePlace } from '#web/records/record-places.ts'
import { ChainCard } from '#web/sales/public/chain-card.tsx'
import { EstimateStatusBadge } from '#web/sales/public/estimate-status-badge.tsx'
import { estimateProgress } from './estimate-progress.ts'
import type { EstimateValues } from './estimate-values.ts'
import { SalesForm } from '#web/sales/order-editor/sales-form.tsx'

type EstimateFormProps = FormState<EstimateValues> & {
  title: string
  /** The estimate to edit. */
  estimate?: Estimate
}

/** The form of a new or edited estimate: the fields of an order, and the date until which it is valid. */
export function EstimateForm({ estimate, ...state }: EstimateFormProps) {
  return (
    <SalesForm
      {...state}
      what="Estimate"
      place={estimatePlace}
      status={estimate && <EstimateStatusBadge {...estimate} />}
      trail={estimate && <Link to={paths.estimate(estimate.id)}>{estimate.number}</Link>}
      cancelTo={estimate ? paths.estimate(estimate.id) : paths.estimates}
      progress={estimateProgress(estimate ?? { status: 'Draft', timeline: [] }, false)}
      submitLabel={estimate ? 'Save changes' : 'Save estimate'}
      date={{ name: 'validUntil', label: 'Valid until', required: true, fact: 'Valid until' }}
      rail={{ related: estimate && <ChainCard kind="estimate" id={estimate.id} /> }}
      referenceHint="Customer reference"
      notesHelp="Visible to the customer on the document and in the link."
    />
  )
}
