import { CircleCheck, Printer, Undo2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

type RecallMenuProps = { mayEnd: boolean; openPoints: readonly string[]; onChoose: (act: 'close' | 'withdraw') => void }

/** Prints the report, and ends the recall. */
export function RecallMenu({ mayEnd, openPoints, onChoose }: RecallMenuProps) {
  return (
    <>
      <Button onClick={() => window.print()}>
        <Printer aria-hidden />
        Print report
      </Button>
      {mayEnd && (
        <Menu>
          <MenuItem
            icon={<CircleCheck aria-hidden />}
            disabled={openPoints.length > 0}
            reason={openPoints.length > 0 && <span className="block max-w-64 text-pretty">{openPoints.join(' ')}</span>}
            onSelect={() => onChoose('close')}
          >
            Close recall
          </MenuItem>
          <MenuItem danger icon={<Undo2 aria-hidden />} onSelect={() => onChoose('withdraw')}>
            Withdraw recall
          </MenuItem>
        </Menu>
      )}
    </>
  )
}
