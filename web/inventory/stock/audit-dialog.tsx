import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import {
  AuditStock,
  auditsApi,
  type CommittedToOrders,
  type ChangedMeanwhile,
} from '#shared/inventory/stock/audits-api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { auditReasons, stockReasonNames } from '#shared/inventory/stock/stock-reasons.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { AuditCounts } from './audit-counts.tsx'
import { AuditCommitments } from './audit-commitments.tsx'
import { AuditChanged } from './audit-changed.tsx'
import { AuditQuestion } from './audit-question.tsx'
import { auditBody, auditField, type AuditPlace, auditPlaces, type AuditValues, auditValues } from './audit-values.ts'

const isSame = (a: AuditPlace, b: AuditPlace) => a.locationId === b.locationId && a.lotId === b.lotId

/** Posts a stock audit by location and lot, against the balances at the time when the dialog was opened. */
export function AuditDialog({ product: opened, close }: { product: Product; close: () => void }) {
  // Keeps the product as it was opened: the count refers to its stock at that time.
  const [product] = useState(opened)
  const [position, setPosition] = useState(product.position)
  const [held, setHeld] = useState<CommittedToOrders>()
  const [moved, setMoved] = useState<ChangedMeanwhile>()
  const [pendingValues, setPendingValues] = useState<AuditValues>()
  const form = useForm<AuditValues>({
    resolver: bodyResolver<AuditValues>({
      schema: AuditStock,
      bodyOf: (values) => auditBody(values, position),
      fieldOf: auditField,
    }),
    mode: 'onTouched',
    defaultValues: auditValues(product),
  })
  const refusal = useFormRefusal(form, auditField)
  const audit = useApiMutation(auditsApi.auditStock, {
    errors: 'page',
    onError: (error) => {
      setPendingValues(undefined)
      if (error.code === 'COMMITTED_TO_ORDERS') {
        setMoved(undefined)
        setHeld(error.details as CommittedToOrders)
      } else if (error.code === 'VERSION_CONFLICT') setMoved(error.details as ChangedMeanwhile)
      else refusal.onError(error)
    },
    onSuccess: (_product, { body }) => {
      toast.success(`${product.name} audited: ${body.totalQuantity.toLocaleString()} on hand`)
      setPendingValues(undefined)
      close()
    },
  })
  const reason = useWatch({ control: form.control, name: 'reason' })

  /** Continues with the current balances: keeps the entered quantities, or clears them to count again. */
  function goOn(keep: boolean) {
    if (!moved) return
    const before = form.getValues('places')
    const places = auditPlaces(product, moved.stock).map((place) => ({
      ...place,
      quantity: keep ? (before.find((one) => isSame(one, place))?.quantity ?? null) : null,
    }))
    form.setValue('places', places, { shouldDirty: true })
    form.setValue(
      'committedQuantity',
      moved.stock.reduce((sum, place) => sum + place.committed, 0),
    )
    form.setValue('release', [])
    setPosition(moved.position)
    setHeld(undefined)
    setMoved(undefined)
  }

  return (
    <>
      <RecordDialog
        title="Audit stock"
        description={product.name}
        what="product"
        submitLabel="Audit stock"
        form={form}
        refusal={refusal}
        busy={audit.isPending}
        onSubmit={setPendingValues}
        close={close}
      >
        {moved && <AuditChanged moved={moved} onKeep={() => goOn(true)} onAgain={() => goOn(false)} />}
        <AuditCounts form={form} product={product} />
        {held && <AuditCommitments form={form} held={held} />}
        <FormSelectField label="Reason" required control={form.control} name="reason">
          {auditReasons.map((one) => (
            <option key={one} value={one}>
              {stockReasonNames[one]}
            </option>
          ))}
        </FormSelectField>
        {reason === 'other' && (
          <FormTextField label="Custom reason" required autoComplete="off" control={form.control} name="customReason" />
        )}
      </RecordDialog>
      {pendingValues && (
        <AuditQuestion
          product={product}
          values={pendingValues}
          held={held}
          busy={audit.isPending}
          onConfirm={() => audit.submit({ params: { id: product.id }, body: auditBody(pendingValues, position) })}
          close={() => setPendingValues(undefined)}
        />
      )}
    </>
  )
}
