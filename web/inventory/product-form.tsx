import { type ReactNode, useEffect } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import type { Product } from '#shared/inventory/product.ts'
import { focusFirstInvalid } from '#web/api/focus-invalid.ts'
import type { FormRefusal } from '#web/api/form-refusal.ts'
import { formProblems } from '#web/api/form-problems.ts'
import { productLabel, productLabels } from '#web/inventory/product-labels.ts'
import { ProductSections } from '#web/inventory/product-sections.tsx'
import type { ProductValues } from '#web/inventory/product-values.ts'
import { paths } from '#web/paths.ts'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary, SaveBar } from '#web/ui/form-layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

type ProductFormProps = {
  title: string
  submitLabel: string
  form: UseFormReturn<ProductValues>
  refusal: FormRefusal
  busy: boolean
  product?: Product
  /** The section of its images. */
  images: ReactNode
  /** Something beside the form's values would be lost. */
  alsoDirty?: boolean
  /** A draft to restore. */
  notice?: ReactNode
  /** Set once it is saved: the page to go on to. */
  savedTo: string | undefined
  onSubmit: (values: ProductValues) => void
  onDiscard: () => void
}

/** The form of a product, new or edited, with its save bar and what stands in the way of saving. */
export function ProductForm(props: ProductFormProps) {
  const {
    title,
    submitLabel,
    form,
    refusal,
    busy,
    product,
    images,
    alsoDirty = false,
    notice,
    savedTo,
    onSubmit,
    onDiscard,
  } = props
  const { errors, submitCount } = form.formState
  const isDirty = form.formState.isDirty || alsoDirty
  const question = useLeaveGuard(isDirty && savedTo === undefined)
  const navigate = useNavigate()
  // After the guard has learnt that nothing is left to lose.
  useEffect(() => {
    if (savedTo !== undefined) void navigate(savedTo, { replace: true })
  }, [savedTo, navigate])
  const label = (name: string) => (name === 'quantity' && !product ? 'Initial Quantity' : productLabel(name))
  const problems = submitCount > 0 ? formProblems(errors, label, order) : []
  return (
    <div className="flex w-full max-w-180 flex-col gap-6">
      <PageHeader
        title={title}
        breadcrumbs={
          <Breadcrumbs>
            {[
              <Link key="list" to={paths.products}>
                Inventory
              </Link>,
              ...(product
                ? [
                    <Link key="product" to={paths.product(product.id)}>
                      {product.name}
                    </Link>,
                  ]
                : []),
            ]}
          </Breadcrumbs>
        }
      />
      {notice}
      <FormProvider {...form}>
        <form
          noValidate
          className="flex flex-col gap-6"
          onSubmit={form.handleSubmit((values) => {
            refusal.clear()
            onSubmit(values)
          }, focusFirstInvalid)}
        >
          {refusal.problem && <Notice tone="bad">{refusal.problem}</Notice>}
          <ErrorSummary problems={problems} onGoTo={(name) => form.setFocus(name as 'name')} />
          <Card>
            <div className="flex flex-col gap-6">
              <ProductSections product={product} images={images} />
            </div>
          </Card>
          <SaveBar note={isDirty ? 'Unsaved changes' : undefined}>
            <Button disabled={!isDirty} onClick={onDiscard}>
              Discard
            </Button>
            <Button type="submit" variant="primary" busy={busy}>
              {submitLabel}
            </Button>
          </SaveBar>
        </form>
      </FormProvider>
      {question}
    </div>
  )
}

const order = Object.keys(productLabels)
