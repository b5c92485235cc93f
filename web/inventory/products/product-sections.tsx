import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { AttributeSection } from './attribute-section.tsx'
import { BillOfMaterialsField } from './bill-of-materials-field.tsx'
import { InitialLotFields } from '#web/inventory/public/initial-lot-fields.tsx'
import { CountInput, PickInput, PriceInput, TextInput } from '#web/inventory/public/product-inputs.tsx'
import { hasInitialLot, type ProductValues } from '#web/inventory/public/product-values.ts'
import { CategoryPicker } from '#web/inventory/public/category-picker.tsx'
import { LocationPicker } from '#web/inventory/public/location-picker.tsx'
import { SupplierPicker } from '#web/crm/public/supplier-picker.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { FieldRow, FormSection } from '#web/ui/form-layout.tsx'

type ProductSectionsProps = {
  product: Product | undefined
  /** The images, which are no part of the form: a file can't be kept in a draft. */
  images: ReactNode
}

/** The fields of a product in their sections; `product` is the one that is edited, if it is no new one. */
export function ProductSections({ product, images }: ProductSectionsProps) {
  return (
    <>
      <FormSection title="Basics" help="Shown in orders and on invoices.">
        <TextInput name="name" required />
        <TextInput name="description" required multiline />
        <FieldRow>
          <PickInput name="category" required picker={CategoryPicker} />
          <PickInput name="supplier" required picker={SupplierPicker} />
        </FieldRow>
        <FieldRow>
          <TextInput name="sku" help={product ? undefined : 'Leave blank to generate automatically.'} />
          <TextInput name="barcode" help="Scan or type. GTIN check digits are validated." />
        </FieldRow>
        <FieldRow>
          <TextInput name="supplierCode" help="The supplier’s item number." />
          <CountInput name="leadTimeDays" unit="days" help="Days from order to arrival." />
        </FieldRow>
      </FormSection>
      {images}
      <FormSection title="Prices" help="Per piece. Tiers without a price use the list price.">
        <FieldRow>
          <PriceInput name="price" required help="The list price." />
          <PriceInput name="cost" required help="Purchase cost. Visible to users with inventory access only." />
        </FieldRow>
        <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
          {priceTiers.map((tier) => (
            <PriceInput key={tier} name={`priceTiers.${tier}`} />
          ))}
        </div>
      </FormSection>
      <FormSection title="Packaging" help="Packaging and minimum order quantity.">
        <FieldRow>
          <CountInput name="pcsPerCase" required unit="pieces" />
          <CountInput name="casesPerBale" unit="cases" />
          <CountInput name="moq" unit="pieces" />
        </FieldRow>
      </FormSection>
      <FormSection title="Details">
        <FieldRow>
          <TextInput name="details.size" />
          <TextInput name="details.color" />
          <CountInput name="details.weight" unit="kg" />
        </FieldRow>
        <TextInput name="details.note" multiline />
      </FormSection>
      <AttributeSection />
      <StockSection product={product} />
      <FormSection title="Bill of materials" help="Required. Is it purchased or manufactured?">
        <BillOfMaterialsField />
      </FormSection>
    </>
  )
}

function StockSection({ product }: { product: Product | undefined }) {
  const { control, register } = useFormContext<ProductValues>()
  const [lotControlled, quantity] = useWatch({ control, name: ['lotControlled', 'quantity'] })
  const asksLot = !product && hasInitialLot({ lotControlled, quantity })
  const quantityHelp = product
    ? 'Changing the quantity posts an adjustment.'
    : 'Posted to the warehouse as the first stock entry.'
  return (
    <FormSection title="Stock & warehouse">
      <FieldRow>
        <PickInput name="warehouse" required picker={LocationPicker} help="Default location." />
        <CountInput
          name="quantity"
          required
          label={product ? 'Quantity' : 'Initial Quantity'}
          unit="pieces"
          help={quantityHelp}
        />
        <CountInput name="reorderPoint" unit="pieces" help="Reorder point. Leave blank to use the company default." />
      </FieldRow>
      <div className="flex flex-col gap-2">
        <CheckboxField
          {...register('lotControlled')}
          label="Lot-tracked"
          help={
            product && product.onHand > 0
              ? 'Can only be changed while nothing is on hand.'
              : 'Each piece has a lot number and an optional expiry date. First expiring lots go out first.'
          }
          aria-disabled={product && product.onHand > 0}
          onClick={(event) => product && product.onHand > 0 && event.preventDefault()}
        />
        {asksLot && <InitialLotFields />}
        <CheckboxField {...register('coldChain')} label="Cold chain" help="Must be kept cold in transit." />
        <CheckboxField
          {...register('controlled')}
          label="Controlled substance"
          help="Subject to controlled-substance regulations. Marked wherever it is handled."
        />
      </div>
    </FormSection>
  )
}
