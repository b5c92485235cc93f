import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckboxField, SwitchField } from '#web/ui/choice-field.tsx'
import { useCloseGuard } from '#web/ui/close-guard.tsx'
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { ErrorSummary, FieldRow, FormSection, SaveBar } from '#web/ui/form-layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { MoneyField, NumberField } from '#web/ui/number-field.tsx'

async function searchProducts(typed: string): Promise<ComboboxOption[]> {
  await new Promise((done) => setTimeout(done, 300))
  return ['Nitrile gloves, M', 'Nitrile gloves, L', 'Surgical mask IIR', 'Infusion set 20 drops', 'Saline 0.9 % 500 ml']
    .filter((label) => label.toLowerCase().includes(typed.toLowerCase()))
    .map((label, at) => ({
      id: label,
      label,
      secondary: `GLV-10${at} · ${120 * (at + 1)} in stock`,
      disabled: at === 3,
    }))
}

/** A form in a dialog. */
export function CustomerDialog({ open, close }: { open: boolean; close: () => void }) {
  const [name, setName] = useState('')
  const [product, setProduct] = useState<ComboboxOption | null>(null)
  const guard = useCloseGuard(name !== '', close)
  return (
    <>
      <Dialog open={open} onOpenChange={guard.onOpenChange} title="Add customer" description="Orders need one.">
        <DialogBody>
          <TextField label="Name" required value={name} onChange={(event) => setName(event.target.value)} />
          <Combobox label="First product" value={product} onChange={setProduct} search={searchProducts} />
          <TextAreaField label="Note" help="Shown to drivers." />
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => guard.onOpenChange(false)}>Cancel</Button>
          <Button variant="primary">Add customer</Button>
        </DialogFooter>
      </Dialog>
      {guard.question}
    </>
  )
}

/** The fields in a form. */
export function GalleryForm() {
  const [product, setProduct] = useState<ComboboxOption | null>({ id: '1', label: 'Nitrile gloves, M' })
  const [quantity, setQuantity] = useState<number | null>(12500)
  const [price, setPrice] = useState('1234.5')
  const [alerts, setAlerts] = useState(true)
  return (
    <Card title="Edit product">
      <div className="flex max-w-180 flex-col gap-6">
        <ErrorSummary
          onGoTo={() => {}}
          problems={[
            { name: 'sku', message: 'SKU is already taken' },
            { name: 'unit', message: 'Choose a unit' },
          ]}
        />
        <FormSection title="Basics" help="Shown in orders and on invoices.">
          <TextField label="Name" required defaultValue="Nitrile gloves, M" help="As on the box." />
          <FieldRow>
            <TextField label="SKU" required defaultValue="GLV-100" error="SKU is already taken" />
            <SelectField label="Unit" defaultValue="box">
              <option value="box">Box</option>
              <option value="piece">Piece</option>
            </SelectField>
          </FieldRow>
          <Combobox
            label="Replacement"
            help="Offered when this one is out of stock."
            value={product}
            onChange={setProduct}
            search={searchProducts}
            onCreate={() => {}}
            createLabel="Create product…"
          />
          <TextAreaField label="Description" placeholder="Material, size, norm" />
        </FormSection>
        <FormSection title="Stock and price">
          <FieldRow>
            <NumberField label="Reorder at" unit="boxes" value={quantity} onChange={setQuantity} />
            <MoneyField label="Price" currency="USD" value={price} onChange={setPrice} />
            <TextField label="Barcode" disabled defaultValue="4006381333931" />
          </FieldRow>
          <CheckboxField label="Needs refrigeration" help="Adds a cold chain note to packing slips." />
          <SwitchField
            label="Low stock alerts"
            help="Sends a notification when stock falls below the threshold."
            checked={alerts}
            onCheckedChange={setAlerts}
          />
          <FileDrop label="Data sheet" hint="PDF up to 10 MB" accept=".pdf" onFiles={() => {}} />
        </FormSection>
        <SaveBar note="Unsaved changes">
          <Button>Discard</Button>
          <Button variant="primary">Save product</Button>
        </SaveBar>
      </div>
    </Card>
  )
}

/** Notices of a page. */
export function GalleryNotices() {
  return (
    <div className="flex flex-col gap-3">
      <Notice title="Restore draft from 10:42" action={<Button size="sm">Restore</Button>} />
      <Notice tone="warn" title="Updated elsewhere">
        Ana Ruiz changed this order 2 minutes ago.
      </Notice>
      <Notice tone="good">Reconnected to server</Notice>
      <div className="grid grid-cols-2 gap-6 max-md:grid-cols-1">
        <Card flush>
          <EmptyState kind="no-permission" title="You can't see invoices">
            Ask an admin for access to invoices.
          </EmptyState>
        </Card>
        <Card flush>
          <ErrorState error={{ message: 'Network error. Check your connection.' }} onRetry={() => {}} />
        </Card>
      </div>
    </div>
  )
}
