import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { imageTypes } from '#shared/inventory/products/image-limits.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { addressOf } from '#web/api/address.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { showError } from '#web/api/toasts.ts'
import { upload } from '#web/api/upload.ts'
import { LogoImage } from '#web/invoicing/public/logo-image.tsx'
import { settingsQuery, useLogo, useLogoVersion } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** The logo for the header of documents, with a sample document. */
export function LogoCard() {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const logo = useLogo()
  const version = useLogoVersion()
  const [busy, setBusy] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: settingsQuery.queryKey })
  const remove = useApiMutation(settingsApi.removeLogo, {
    onSuccess: () => {
      toast.success('Logo removed')
      void refresh()
    },
    onError: () => void refresh(),
  })
  async function send(file: File) {
    setBusy(true)
    try {
      await upload(settingsApi.putLogo, file, {}, version === undefined ? {} : { version })
      await refresh()
      toast.success('Logo saved')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showError(error)
      await refresh()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card
      title="Logo"
      help="At the head of invoices, order confirmations, delivery notes and other documents. JPEG, PNG or WebP."
      action={
        <Button asChild size="sm">
          <a href={addressOf(settingsApi.printSampleInvoice, {})} target="_blank" rel="noreferrer">
            Sample invoice (PDF)
          </a>
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-4">
        {logo ? <LogoImage /> : <p className="text-muted">No logo yet.</p>}
        <input
          ref={input}
          type="file"
          aria-label="Logo file"
          className="sr-only"
          tabIndex={-1}
          accept={imageTypes.join(',')}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void send(file)
          }}
        />
        <Button busy={busy} disabled={version === undefined} onClick={() => input.current?.click()}>
          {logo ? 'Replace logo' : 'Upload logo'}
        </Button>
        {logo && (
          <Button variant="ghost" busy={remove.isPending} onClick={() => remove.submit({ version: version ?? 1 })}>
            Remove logo
          </Button>
        )}
      </div>
    </Card>
  )
}
