import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { AttributeSection } from './attribute-section.tsx'
import { BillOfMaterialsField } from './bill-of-materials-field.tsx'
import { FormCheckboxField } from '#web/forms/form-fields.tsx'
import { InitialLotFields } from '#web/inventory/public/initial-lot-fields.tsx'
import { CountInput, PickInput, PriceInput, TextInput } from '#web/inventory/public/product-inputs.tsx'
import { hasInitialLot, type ProductValues } from '#web/inventory/public/product-values.ts'
import { CategoryPicker } from '#web/inventory/public/category-picker.tsx'
import { OwnLocationPicker } from '#web/inventory/public/location-picker.tsx'
import { SupplierPicker } from '#web/crm/public/supplier-picker.tsx'
import { FieldRow, FormSection } from '#web/ui/form-layout.tsx'
import { MoreDetails } from '#web/forms/more-details.tsx'

type ProductSectionsProps = {
  product: Product | undefined
  /** The images section, which is not part of the form: drafts can't store files. */
  images: ReactNode
  /** A new product starts with more than its name: opens all sections. */
  startsOpen?: boolean
}

/** The fields of a product in sections; `product` is the one to edit, undefined for a new one. */
export function ProductSections({ product, images, startsOpen = false }: ProductSectionsProps) {
  const rest = <Rest product={product} images={images} />
  if (product)
    return (
      <>
        <FormSection title="Basics" help="Shown in orders and on invoices.">
          <TextInput name="name" required />
          <Names product={product} />
        </FormSection>
        {rest}
      </>
    )
  return (
    <>
      <FormSection
        title="Basics"
        help={startsOpen ? undefined : 'A name is enough. Everything else has a default that you can change later.'}
      >
        <TextInput name="name" required />
        <FieldRow>
          <ListPrice help="The list price, per piece." />
          <CountInput name="pcsPerCase" required unit="pieces" />
          <InitialQuantity />
        </FieldRow>
        <LotTracking product={product} />
      </FormSection>
      <MoreDetails help="Description, category, supplier, warehouse, cost, packaging, images …" startsOpen={startsOpen}>
        <FormSection title="Description" help="Shown in orders and on invoices.">
          <Names product={product} />
        </FormSection>
        {rest}
      </MoreDetails>
    </>
  )
}

/** A list price of 0 is allowed, but gets a warning. */
function ListPrice({ help }: { help: string }) {
  const price = useWatch<ProductValues, 'price'>({ name: 'price' })
  return (
    <PriceInput name="price" required help={Number(price) === 0 ? 'No price yet: orders would show 0.00.' : help} />
  )
}

function Names({ product }: { product: Product | undefined }) {
  return (
    <>
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
    </>
  )
}

/** The sections with defaults for a new product. When editing, they include list price and pieces per case. */
function Rest({ product, images }: { product: Product | undefined; images: ReactNode }) {
  return (
    <>
      {images}
      <FormSection title="Prices" help="Per piece. Tiers without a price use the list price.">
        <FieldRow>
          {product && <ListPrice help="The list price." />}
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
          {product && <CountInput name="pcsPerCase" required unit="pieces" />}
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

function InitialQuantity() {
  return (
    <CountInput
      name="quantity"
      required
      label="Initial Quantity"
      unit="pieces"
      help="Posted to the warehouse as the first stock entry."
    />
  )
}

/** Whether the product is lot-tracked, and the lot of a new product's initial quantity. */
function LotTracking({ product }: { product: Product | undefined }) {
  const { control } = useFormContext<ProductValues>()
  const [lotControlled, quantity] = useWatch({ control, name: ['lotControlled', 'quantity'] })
  const hasStock = product !== undefined && product.onHand > 0
  return (
    <>
      <FormCheckboxField
        control={control}
        name="lotControlled"
        label="Lot-tracked"
        help={
          hasStock
            ? 'Can only be changed while nothing is on hand.'
            : 'Each piece has a lot number and an optional expiry date. First expiring lots go out first.'
        }
        aria-disabled={hasStock}
        onClick={(event) => hasStock && event.preventDefault()}
      />
      {!product && hasInitialLot({ lotControlled, quantity }) && <InitialLotFields />}
    </>
  )
}

function StockSection({ product }: { product: Product | undefined }) {
  const { control } = useFormContext<ProductValues>()
  return (
    <FormSection title="Stock & warehouse">
      <FieldRow>
        <PickInput name="warehouse" required picker={OwnLocationPicker} help="Default location." />
        {product && (
          <CountInput name="quantity" required unit="pieces" help="Changing the quantity posts an adjustment." />
        )}
        <CountInput name="reorderPoint" unit="pieces" help="Reorder point. Leave blank to use the company default." />
      </FieldRow>
      <div className="flex flex-col gap-2">
        {product && <LotTracking product={product} />}
        <FormCheckboxField control={control} name="coldChain" label="Cold chain" help="Must be kept cold in transit." />
        <FormCheckboxField
          control={control}
          name="controlled"
          label="Controlled substance"
          help="Subject to controlled-substance regulations. Marked wherever it is handled."
        />
      </div>
    </FormSection>
  )
}
