import { setShortcutsOn, useShortcutsOn } from '#web/session/shortcuts-setting.ts'
import { Button } from '#web/ui/button.tsx'
import { SwitchField } from '#web/ui/choice-field.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

const always = [
  { keys: ['Ctrl K', '⌘ K'], does: 'Search everything' },
  { keys: ['↑', '↓', 'Home', 'End'], does: 'Move from row to row in a list' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['Ctrl Enter', '⌘ Enter'], does: 'Save the form' },
  { keys: ['Shift click'], does: 'Select every row from the last one to this' },
  { keys: ['Esc'], does: 'Clear the selection, close what is on top' },
]
const single = [
  { keys: ['/'], does: 'Search the list' },
  { keys: ['j', 'k'], does: 'Next row, previous row' },
  { keys: ['x'], does: 'Select the row' },
  { keys: ['n'], does: 'Add something new' },
  { keys: ['?'], does: 'Show this list' },
]

/** Lists all shortcuts, with the switch for single-key shortcuts. */
export default function ShortcutSheet({ close }: { close: () => void }) {
  const isOn = useShortcutsOn()
  return (
    <Dialog open size="sm" title="Keyboard shortcuts" onOpenChange={(open) => !open && close()}>
      <DialogBody>
        <Shortcuts label="Everywhere" shortcuts={always} />
        <Shortcuts label="Single keys" shortcuts={single} />
        <SwitchField
          label="Single-key shortcuts"
          help="Saved on this device. Shortcuts are off while you type in a field."
          checked={isOn}
          onCheckedChange={setShortcutsOn}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function Shortcuts({ label, shortcuts }: { label: string; shortcuts: typeof always }) {
  return (
    <section aria-label={label}>
      <h3 className="mb-1 font-medium text-muted text-xs">{label}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="col-span-2 grid grid-cols-subgrid border-line border-b py-1.5 last:border-b-0">
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-sm border border-line px-1.5 font-sans text-secondary text-xs leading-5"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
