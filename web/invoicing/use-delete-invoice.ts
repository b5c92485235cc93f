import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { type Invoice, invoicingApi } from '#shared/invoicing/api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'

/** Deletes an invoice from its page, shows a toast, and returns to the list. */
export function useDeleteInvoice({ id }: Invoice, successText: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { submit, isPending, error } = useApiMutation(invoicingApi.deleteInvoice, {
    onSuccess: () => {
      toast.success(successText)
      void navigate(paths.invoices, { replace: true })
      client.removeQueries({ queryKey: apiQuery(invoicingApi.getInvoice, { params: { id } }).queryKey })
    },
    errors: 'page',
  })
  return { remove: () => submit({ params: { id } }), isPending, error }
}
