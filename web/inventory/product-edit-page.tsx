import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { inventoryApi } from '#shared/inventory/api.ts'
import { priceHistoryApi } from '#shared/inventory/price-history-api.ts'
import { type Product, ProductChange } from '#shared/inventory/product.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { useConflict } from '#web/api/conflict.tsx'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'
import { NoProductEdit } from '#web/inventory/no-product-edit.tsx'
import { ProductImages } from '#web/inventory/product-images.tsx'
import { ProductForm } from '#web/inventory/product-form.tsx'
import { ProductFailure, ProductSkeleton } from '#web/inventory/product-loading.tsx'
import { productBody, productField, productValues, type ProductValues } from '#web/inventory/product-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { FormSection } from '#web/ui/form-layout.tsx'

/** Changes a product. It opens with what is saved now, never with what the cache remembers. */
export default function ProductEditPage() {
  const { id = '' } = useParams()
  const mayEdit = useCan('inventory.edit')
  const product = useQuery({
    ...apiQuery(inventoryApi.getProduct, { params: { id } }),
    enabled: mayEdit,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const [round, setRound] = useState(0)
  if (!mayEdit) return <NoProductEdit title="Edit product" />
  if (product.error) return <ProductFailure query={product} title="Edit product" />
  if (!product.data || !product.isFetchedAfterMount) return <ProductSkeleton title="Edit product" />
  return (
    <ProductEditForm
      key={`${id} ${round}`}
      saved={product.data}
      onReload={() => void product.refetch().then(() => setRound(round + 1))}
    />
  )
}

function ProductEditForm({ saved, onReload }: { saved: Product; onReload: () => void }) {
  // What was opened stays the base of the edit, whatever is loaded meanwhile.
  const [product] = useState(saved)
  const bodyOf = (values: ProductValues) => productBody(values, product.quantity)
  const form = useForm<ProductValues>({
    resolver: bodyResolver({ schema: ProductChange, bodyOf, fieldOf: productField }),
    mode: 'onTouched',
    defaultValues: productValues(product),
  })
  const refusal = useFormRefusal(form, productField)
  const [savedTo, setSavedTo] = useState<string>()
  const update = useApiMutation(inventoryApi.updateProduct, {
    errors: 'page',
    invalidates: [
      inventoryApi.listProducts,
      inventoryApi.getProduct,
      inventoryApi.listStockHistory,
      priceHistoryApi.listPriceHistory,
    ],
    onError: refusal.onError,
    onSuccess: ({ name }) => {
      toast.success(`${name} saved`)
      setSavedTo(paths.product(product.id))
    },
  })
  const submit = (values: ProductValues, version = product.version) =>
    update.submit({ params: { id: product.id }, body: bodyOf(values), version })
  const conflict = useConflict({
    record: product,
    what: 'product',
    refusal,
    isDirty: form.formState.isDirty,
    isSaving: update.isPending || savedTo !== undefined,
    reloads: [inventoryApi.getProduct],
    onReload,
    onOverwrite: (version) => submit(form.getValues(), version),
  })
  return (
    <>
      <ProductForm
        title="Edit product"
        submitLabel="Save product"
        form={form}
        refusal={refusal}
        busy={update.isPending}
        product={product}
        notice={conflict.notice}
        images={
          <FormSection
            title="Images"
            help="The first one stands for the product in lists. Every change is saved at once."
          >
            <ProductImages product={saved} mayEdit />
          </FormSection>
        }
        savedTo={savedTo}
        onSubmit={submit}
        onDiscard={() => form.reset()}
      />
      {conflict.dialog}
    </>
  )
}
