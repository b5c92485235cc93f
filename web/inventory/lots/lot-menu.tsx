import { Ban, FlaskConical, Pencil, Printer, ShieldCheck, Siren } from 'lucide-react'
import { Link } from 'react-router'
import { whyNotLot } from '#shared/inventory/stock/lot-status.ts'
import type { Lot } from '#shared/inventory/lots/api.ts'
import type { LotMenuAction } from './lot-action.ts'
import { LabelButton } from '#web/inventory/public/label-button.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'

const acts = [
  { act: 'hold', label: 'Put on hold', Icon: Ban },
  { act: 'quarantine', label: 'Quarantine', Icon: FlaskConical },
  { act: 'release', label: 'Release', Icon: ShieldCheck },
] as const

/** The menu of a lot: print and the lot actions; unavailable ones show why. */
export function LotMenu({ lot, onChoose }: { lot: Lot; onChoose: (act: LotMenuAction) => void }) {
  const mayEdit = useCan('inventory.edit')
  return (
    <>
      {mayEdit && (
        <Menu>
          {acts.map(({ act, label, Icon }) => {
            const reason = whyNotLot(act, lot)
            return (
              <MenuItem
                key={act}
                icon={<Icon aria-hidden />}
                disabled={reason !== null}
                reason={reason}
                onSelect={() => onChoose(act)}
              >
                {label}
              </MenuItem>
            )
          })}
          <MenuLine />
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onChoose('correct')}>
            Correct
          </MenuItem>
          <MenuItem asChild>
            <Link to={`${paths.recallNew}?lot=${lot.id}`}>
              <Siren aria-hidden />
              Recall
            </Link>
          </MenuItem>
        </Menu>
      )}
      <LabelButton labels={[{ type: 'lot', id: lot.id }]} />
      <Button onClick={() => window.print()}>
        <Printer aria-hidden />
        Print
      </Button>
    </>
  )
}
