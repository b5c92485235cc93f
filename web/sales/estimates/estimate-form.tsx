import { Link } from 'react-router'
import type { Estimate } from '#shared/sales/estimates/api.ts'
import { sentence } from '#web/forms/field-errors.ts'
import type { FormState } from '#web/forms/record-form.tsx'
import { EstimateStatusBadge } from '#web/sales/public/estimate-status-badge.tsx'
import { paths } from '#web/paths.ts'
import type { EstimateValues } from './estimate-values.ts'
import { SalesForm } from '#web/sales/order-editor/sales-form.tsx'
import { TextField } from '#web/ui/field.tsx'

type EstimateFormProps = FormState<EstimateValues> & {
  title: string
  /** The one that is edited. */
  estimate?: Pick<Estimate, 'id' | 'number' | 'status' | 'mailState'>
}

/** The form of an estimate, new or edited: an order's lines, offered until a day. */
export function EstimateForm({ estimate, ...state }: EstimateFormProps) {
  const { register, formState } = state.form
  return (
    <SalesForm
      {...state}
      what="Estimate"
      status={estimate && <EstimateStatusBadge {...estimate} />}
      trail={
        <>
          <Link to={paths.estimates}>Estimates</Link>
          {estimate && <Link to={paths.estimate(estimate.id)}>{estimate.number}</Link>}
        </>
      }
      submitLabel={estimate ? 'Save changes' : 'Save estimate'}
      date={{
        name: 'validUntil',
        label: 'Valid until',
        field: (
          <TextField
            label="Valid until"
            type="date"
            required
            {...register('validUntil')}
            error={sentence('Valid until', formState.errors.validUntil?.message)}
          />
        ),
      }}
      referenceHint="Customer reference"
      notesHelp="Visible to the customer on the document and in the link."
    />
  )
}
