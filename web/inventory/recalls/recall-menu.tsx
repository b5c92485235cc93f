import { CircleCheck, Printer, Undo2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

type RecallMenuProps = { mayEnd: boolean; onChoose: (act: 'close' | 'withdraw') => void }

/** Prints the report, and ends the recall. */
export function RecallMenu({ mayEnd, onChoose }: RecallMenuProps) {
  return (
    <>
      <Button onClick={() => window.print()}>
        <Printer aria-hidden />
        Print report
      </Button>
      {mayEnd && (
        <Menu>
          <MenuItem icon={<CircleCheck aria-hidden />} onSelect={() => onChoose('close')}>
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
