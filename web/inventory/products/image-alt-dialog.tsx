import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { ProductImage } from '#shared/inventory/stock/product.ts'
import { productImagesApi } from '#shared/inventory/products/product-images-api.ts'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { imageAddress } from './image-address.ts'

const label = 'Description'

type ImageAltDialogProps = { productId: string; image: ProductImage; close: () => void }

/** Edits the alternative text of an image, for screen readers. */
export function ImageAltDialog({ productId, image, close }: ImageAltDialogProps) {
  const form = useForm({
    resolver: zodResolver(productImagesApi.describeImage.spec.body),
    mode: 'onTouched',
    defaultValues: { alt: image.alt },
  })
  const refusal = useFormRefusal(form)
  const describe = useApiMutation(productImagesApi.describeImage, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: () => {
      toast.success('Description saved')
      close()
    },
  })
  return (
    <RecordDialog
      title="Describe image"
      form={form}
      refusal={refusal}
      what="image"
      submitLabel="Save description"
      busy={describe.isPending}
      onSubmit={(body) => describe.submit({ params: { id: productId, imageId: image.id }, body })}
      close={close}
    >
      <img
        src={imageAddress(image.id, 'thumbnail')}
        alt=""
        className="h-40 w-full rounded-md border border-line bg-subtle object-contain"
      />
      <FormTextAreaField
        control={form.control}
        name="alt"
        label={label}
        rows={3}
        help="Short description for people using screen readers."
      />
    </RecordDialog>
  )
}
