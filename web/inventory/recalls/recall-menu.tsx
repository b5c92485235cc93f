import { CircleCheck, Printer, Undo2 } from 'lucide-react'
import { whyRecallNotClosed } from '#shared/inventory/recalls/recall-guards.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

type RecallMenuProps = { mayEnd: boolean; openPoints: readonly string[]; onChoose: (act: 'close' | 'withdraw') => void }

/** The menu of a recall: print the report, end the recall. */
export function RecallMenu({ mayEnd, openPoints, onChoose }: RecallMenuProps) {
  const whyNotClosed = whyRecallNotClosed({ openPoints })
  return (
    <>
      {mayEnd && (
        <Menu>
          <MenuItem
            icon={<CircleCheck aria-hidden />}
            disabled={whyNotClosed !== null}
            reason={whyNotClosed && <span className="block max-w-64 text-pretty">{whyNotClosed}</span>}
            onSelect={() => onChoose('close')}
          >
            Close recall
          </MenuItem>
          <MenuItem danger icon={<Undo2 aria-hidden />} onSelect={() => onChoose('withdraw')}>
            Withdraw recall
          </MenuItem>
        </Menu>
      )}
      <Button onClick={() => window.print()}>
        <Printer aria-hidden />
        Print report
      </Button>
    </>
  )
}
