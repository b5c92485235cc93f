import { ChevronDown, Printer } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { maxDocuments } from '#shared/delivery/documents.ts'
import {
  type PackageLabelLayout,
  packageLabelLayoutNames,
  packageLabelLayouts,
  packageLabelsPerPage,
  shipmentDocumentsApi,
  type ShipmentDocumentKind,
} from '#shared/logistics/shipments/documents-api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { ApiError } from '#web/api/api-error.ts'
import { download } from '#web/api/download.ts'
import { showError } from '#web/api/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { SheetStartDialog } from './sheet-start-dialog.tsx'

type Delivered = Pick<Shipment, 'id' | 'number'>
type Props = { ids: readonly string[] /** A shipment with a proof of delivery. */; delivered?: Delivered | null }

/** Downloads delivery notes, packing slips, package labels or the proof of delivery of shipments, each as one PDF. */
export function PrintButton({ ids, delivered = null }: Props) {
  const [busy, setBusy] = useState(false)
  const [sheet, setSheet] = useState<PackageLabelLayout>()
  async function save(make: () => Promise<unknown>) {
    if (ids.length > maxDocuments) return toast.error(`At most ${maxDocuments} shipments are printed at once.`)
    setBusy(true)
    try {
      await make()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  const document = (kind: ShipmentDocumentKind) => () =>
    void save(() => download(shipmentDocumentsApi.printShipments, { body: { ids: [...ids], kind } }, `${kind}s.pdf`))
  const labels = (layout: PackageLabelLayout, start: number) =>
    void save(() =>
      download(
        shipmentDocumentsApi.printPackageLabels,
        { body: { ids: [...ids], layout, start } },
        'package-labels.pdf',
      ),
    )
  const proof = ({ id, number }: Delivered) =>
    void save(() => download(shipmentDocumentsApi.printProof, { params: { id } }, `proof-${number}.pdf`))
  // A label sheet may be partly used; a roll starts at the next label.
  const choose = (layout: PackageLabelLayout) =>
    packageLabelsPerPage[layout] > 1 ? setSheet(layout) : labels(layout, 1)
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button size="sm" busy={busy}>
            <Printer aria-hidden />
            Print
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={document('delivery-note')}>
          {ids.length === 1 ? 'Delivery note' : 'Delivery notes'}
        </MenuItem>
        <MenuItem onSelect={document('packing-slip')}>{ids.length === 1 ? 'Packing slip' : 'Packing slips'}</MenuItem>
        {delivered && <MenuItem onSelect={() => proof(delivered)}>Proof of delivery</MenuItem>}
        <MenuLine />
        {packageLabelLayouts.map((layout) => (
          <MenuItem key={layout} onSelect={() => choose(layout)}>
            Package labels ({packageLabelLayoutNames[layout]})
          </MenuItem>
        ))}
      </Menu>
      {sheet && (
        <SheetStartDialog
          places={packageLabelsPerPage[sheet]}
          onPrint={(start) => {
            setSheet(undefined)
            labels(sheet, start)
          }}
          close={() => setSheet(undefined)}
        />
      )}
    </>
  )
}
