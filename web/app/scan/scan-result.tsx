import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { scanApi, type Scanned } from '#shared/inventory/lots/scan-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { foundTypeNames, pathOfResult } from './result-paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Opens the record that a scanned code names; lets the user choose between several, and says so when there is none. */
export default function ScanAnswer({ code, close }: { code: string; close: () => void }) {
  const { data, error, isFetching, refetch } = useApiQuery(scanApi.scan, { query: { code } })
  const navigate = useNavigate()
  const only = data?.found.length === 1 ? data.found[0] : undefined
  useEffect(() => {
    if (!only) return
    void navigate(pathOfResult(only))
    close()
  }, [only, navigate, close])
  if (only || (!data && !error)) return null
  return (
    <Dialog open onOpenChange={close} title={titleOf(data)} size="sm">
      {data ? (
        data.found.length > 0 ? (
          <Choice found={data.found} close={close} />
        ) : (
          <Nothing scanned={data} close={close} />
        )
      ) : error?.status === 422 ? (
        <DialogBody>
          <Notice tone="bad">{error.fields?.['code'] ?? error.message}</Notice>
          <p className="text-secondary">Scan it again. A worn label may need replacing.</p>
        </DialogBody>
      ) : (
        error && (
          <ErrorState what="The scanned code" error={error} onRetry={() => void refetch()} retrying={isFetching} />
        )
      )}
    </Dialog>
  )
}

const titleOf = (data: Scanned | undefined) =>
  !data ? 'The code can’t be read' : data.found.length > 0 ? 'Which one is it?' : 'No record has this code'

function Choice({ found, close }: { found: Scanned['found']; close: () => void }) {
  return (
    <DialogBody>
      <p className="text-secondary">The code matches several records.</p>
      <ul className="-mx-2 flex flex-col">
        {found.map((one) => (
          <li key={one.id}>
            <Link
              to={pathOfResult(one)}
              onClick={close}
              className="flex min-h-11 flex-col justify-center rounded-md px-2 py-1.5 hover:bg-subtle"
            >
              <span className="font-medium">{one.label}</span>
              <span className="text-muted text-xs">
                {[foundTypeNames[one.type], one.secondary].filter(Boolean).join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </DialogBody>
  )
}

function Nothing({ scanned: { content, doubt }, close }: { scanned: Scanned; close: () => void }) {
  const mayAdd = useCan('inventory.edit')
  const isBarcode = content.kind === 'gtin' || content.kind === 'text' || (content.kind === 'gs1' && content.gtin)
  const barcode = content.kind === 'gs1' ? content.gtin : content.text
  return (
    <>
      <DialogBody>
        {content.kind !== 'own' && <p className="figures break-all font-medium text-base">{content.text}</p>}
        {doubt ? (
          <Notice tone="warn">{doubt} It may have been misread. Scan it again.</Notice>
        ) : (
          <p className="text-secondary">
            {isBarcode
              ? 'No product has this barcode or SKU, and no lot has this number.'
              : 'The record does not exist or you don’t have access to it.'}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Close</Button>
        {isBarcode && mayAdd && (
          <Button asChild variant="primary">
            <Link to={`${paths.productNew}?barcode=${encodeURIComponent(barcode ?? '')}`} onClick={close}>
              Create product with this barcode
            </Link>
          </Button>
        )}
      </DialogFooter>
    </>
  )
}
