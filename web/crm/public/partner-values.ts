import type { partnerStatuses, Supplier } from '#shared/crm/partners/api.ts'
import type { AsOne } from '#web/forms/merge-edits.ts'

/** The values of the customer or supplier form. */
export type PartnerValues = {
  name: string
  email: string
  phone: string
  address: string
  country: string
  latitude: number | null
  longitude: number | null
  taxNumber: string
  status: (typeof partnerStatuses)[number]
  /** Separated by commas. */
  labels: string
  notes: string
}

type Partner = Pick<Supplier, Exclude<keyof PartnerValues, 'labels'> | 'labels'>

export const partnerValues = (partner: Partner | undefined, typed = ''): PartnerValues => ({
  name: partner?.name ?? typed,
  email: partner?.email ?? '',
  phone: partner?.phone ?? '',
  address: partner?.address ?? '',
  country: partner?.country ?? '',
  latitude: partner?.latitude ?? null,
  longitude: partner?.longitude ?? null,
  taxNumber: partner?.taxNumber ?? '',
  status: partner?.status ?? 'active',
  labels: partner?.labels.join(', ') ?? '',
  notes: partner?.notes ?? '',
})

/** The request body of the form values. */
export const partnerBody = <Values extends PartnerValues>({ labels, ...values }: Values) => ({
  ...values,
  labels: labels
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean),
})

/** Merged as one in a conflict: both coordinates. */
export const partnerAsOne: AsOne<PartnerValues> = [['latitude', 'longitude']]

/** All labels are entered in one field. */
export const partnerField = (path: string) => (path.startsWith('labels.') ? 'labels' : path)
